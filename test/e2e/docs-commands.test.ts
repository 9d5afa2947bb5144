import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isShell, type Block } from '../fakes/documentation.ts'
import { everyPage, executed, ownTests, pages, shell, typePage } from './documented-commands.ts'
import { openDocumentedTerminal } from './documented-scenarios.ts'

// `npm run test:soak` types the commands of every page.

/** What the commands of the pages may begin with. Anything else is an error of the page. */
const ordinaryCommands = ['warpgauge', 'node', 'npm', 'npx', 'git', 'cd', 'mkdir', 'cp', 'cat', '.ci/run']
const eventClient = ['.', 'warpgauge_stage', 'warpgauge_metric']
const others = ['act', 'go', 'nsys']
const programs = [...ordinaryCommands, ...eventClient, ...others]
/** Blocks that only a machine with GitHub, GPUs or a registry could execute. */
const mostUnexecuted = 12

function firstWords({ text }: Block): string[] {
  const commandsOnly = text.replaceAll(/(<<(\w+))\n[^]*?\n\2$/gm, '$1')
  const lines = commandsOnly.replaceAll('\\\n', ' ').split('\n')
  const commands = lines.flatMap((line) => line.replace(/(^|\s)#.*$/, '').split(/&&|\|\|?|;/))
  return commands.map((command) => command.trim().split(/\s/, 1)[0] ?? '').filter((word) => word !== '')
}

it('every command of the first page does what it is there for', async () => {
  await using terminal = await openDocumentedTerminal()
  const page = pages.find(({ path }) => path === 'README.md')!
  expect(executed.some((block) => page.blocks.includes(block))).toBe(true)
  expect(typePage(terminal, page).problems).toEqual([])
})

describe('every command of the pages', () => {
  it('of a page with a test of its own is left to that test', () => {
    for (const { path } of everyPage.filter((page) => !pages.includes(page))) {
      const test = readFileSync(join(import.meta.dirname, '../..', ownTests[path] ?? ''), 'utf8')
      expect(test).toContain(path.split('/').at(-1))
    }
  })

  it('is one of warpgauge, npm, git or the shell', () => {
    const strange = shell.flatMap((block) =>
      firstWords(block)
        .filter((word) => !programs.includes(word))
        .map((word) => `${block.page}:${block.line} ${word}`),
    )
    expect(strange).toEqual([])
  })

  it('stands in a block that says that it is one', () => {
    const unmarked = pages
      .flatMap(({ blocks }) => blocks)
      .filter((block) => !isShell(block) && ['', 'text'].includes(block.language))
      .filter(({ text }) => /^(?:\$ )?(?:warpgauge|npm|npx|git|node) /m.test(text))
    expect(unmarked.map(({ page, line }) => `${page}:${line}`)).toEqual([])
  })
})

describe('a block that is not executed', () => {
  it('says why, and such blocks stay the exception', () => {
    const left = shell.filter(({ notExecuted }) => notExecuted !== null)
    expect(left.filter(({ notExecuted }) => (notExecuted ?? '').split(' ').length < 4)).toEqual([])
    expect(left.map(({ page, line, notExecuted }) => `${page}:${line} ${notExecuted}`).length).toBeLessThanOrEqual(
      Math.min(mostUnexecuted, executed.length),
    )
  })
})

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentation, isShell, type Block, type Page } from '../fakes/documentation.ts'
import { hideGpus } from '../fakes/tool-path.ts'
import { openDocumentedTerminal, prepare, type Place } from './documented-scenarios.ts'
import type { Terminal } from './terminal.ts'

/** What the commands of the pages may begin with. Anything else is an error of the page. */
const ordinaryCommands = ['warpgauge', 'node', 'npm', 'npx', 'git', 'cd', 'mkdir', 'cp', 'cat', '.ci/run']
const eventClient = ['.', 'warpgauge_stage', 'warpgauge_metric']
const programs = [...ordinaryCommands, ...eventClient]
/** Blocks that only a machine with GitHub, GPUs or a registry could execute. */
const mostUnexecuted = 12

/** Pages whose commands have a test of their own, because they need more than a prepared directory. */
const ownTests: Readonly<Record<string, string>> = {
  'docs/quick-start.md': 'test/e2e/init-quick-start.test.ts',
}

const everyPage = documentation()
const pages = everyPage.filter(({ path }) => ownTests[path] === undefined)
const shell = pages.flatMap(({ blocks }) => blocks.filter(isShell))
const executed = shell.filter(({ notExecuted }) => notExecuted === null)

const withoutGpus = hideGpus()
let terminal: Terminal
beforeAll(async () => {
  terminal = await openDocumentedTerminal()
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
})

/** What the commands of a page print, where the page says so. */
const said: Readonly<Record<string, RegExp>> = {
  'docs/gpu-telemetry.md': /GPU figures/,
  'docs/ingest.md': /pass \| `FAST`/,
  'docs/migrate-github-action-benchmark.md': /pass +LOAD .*12\.5\sms/,
  'docs/migrate-pytest-benchmark.md': /pass +PREDICT .*2\.07\sms/,
}

const author = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}

type Answer = { readonly problem: string; readonly output: string }

function run({ text }: Block, { directory, words }: Place): Answer {
  const script = text.replaceAll(/\b[A-Z][A-Z_]{3,}\b/g, (word) => words[word] ?? word)
  const path = [join(terminal.folder, 'bin'), dirname(process.execPath), withoutGpus.PATH].join(':')
  const own = { HOME: join(terminal.folder, 'home'), TMPDIR: terminal.folder }
  const env = { ...withoutGpus, PATH: path, ...own, ...author }
  const options = { cwd: directory, env, encoding: 'utf8' as const, input: '' }
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', script], options)
  const output = `${stderr}${stdout}`
  return { problem: status === 0 ? '' : `exit code ${status}\n${output}`, output }
}

function firstWords({ text }: Block): string[] {
  const lines = text.replaceAll('\\\n', ' ').split('\n')
  const commands = lines.flatMap((line) => line.replace(/(^|\s)#.*$/, '').split(/&&|\|\|?|;/))
  return commands.map((command) => command.trim().split(/\s/, 1)[0] ?? '').filter((word) => word !== '')
}

describe('every command of the pages', () => {
  it.each(pages.filter(({ blocks }) => executed.some((block) => blocks.includes(block))))(
    'in $path does what it is there for',
    (page: Page) => {
      const places = new Map<string | null, Place>()
      let output = ''
      for (const block of page.blocks.filter((item) => executed.includes(item))) {
        const place = places.get(block.scenario) ?? prepare(terminal, page, block.scenario)
        places.set(block.scenario, place)
        const answer = run(block, place)
        expect(`${page.path}:${block.line} ${answer.problem}`).toBe(`${page.path}:${block.line} `)
        output += answer.output
      }
      expect(output).toMatch(said[page.path] ?? /(?:)/)
    },
  )

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

import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/index.ts'
import { documentation, type Page } from '../fakes/documentation.ts'

const program = new Command('warpgauge')
const pages = documentation()

for (const add of Object.values(commands)) add(program, () => {})

/** Without blocks, and without the messages that the page on troubleshooting quotes. */
function proseOf({ path, text }: Page): string {
  const prose = text.replaceAll(/^\s*```[\s\S]*?^\s*```/gm, '')
  return path.endsWith('troubleshooting.md') ? prose.replaceAll(/^- (?:`[\w-]+` )?`[^`]+`:/gm, '-') : prose
}

/** Commands that stand inside a sentence or a table, in backquotes; what follows ` -- ` is of the watched program. */
const inline = pages.flatMap((page) =>
  [...proseOf(page).matchAll(/`warpgauge ([^`]+)`/g)].map(([, words = '']) => ({
    page: page.path,
    words: words.replace(/ -- .*$/, '').split(/\s+/),
  })),
)

/** Why this is no command line; null when each name and option is known. */
function problemOf(words: readonly string[]): string | null {
  const [name = '', ...rest] = words
  const command = program.commands.find((item) => item.name() === name)
  if (!command) return `there is no command ${name}`
  const inner = command.commands.find((item) => item.name() === rest[0]) ?? command
  const known = [command, inner].flatMap(({ options }) => options.map(({ long }) => long))
  const unknown = rest.filter((word) => /^--[a-z]/.test(word)).map((word) => word.split('=')[0] ?? word)
  const strange = unknown.filter((option) => option !== '--help' && !known.includes(option))
  return strange.length === 0 ? null : `${name} has no ${strange.join(', ')}`
}

describe('a command inside a sentence', () => {
  it('is one that the program knows, with options that it has', () => {
    expect(inline.length).toBeGreaterThan(20)
    const wrong = inline
      .filter(({ words }) => /^[a-z]/.test(words[0] ?? ''))
      .map(({ page, words }) => ({ page, words, problem: problemOf(words) }))
      .filter(({ problem }) => problem !== null)
    expect(wrong.map(({ page, words, problem }) => `${page}: ${words.join(' ')}: ${problem}`)).toEqual([])
  })

  it('has a row in docs/cli.md for each command of the program', () => {
    const cli = pages.find(({ path }) => path === 'docs/cli.md')?.text ?? ''
    const rows = [...cli.matchAll(/^\| (`.*?`) \|/gm)].map(([, cell = '']) => cell)
    const told = program.commands.map((command) => command.name())
    expect(told.filter((name) => !rows.some((cell) => new RegExp(`\`${name}\\b`).test(cell)))).toEqual([])
  })
})

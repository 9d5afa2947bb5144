import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { seedCoveragePage } from '../../scripts/seed-coverage-page.ts'
import { contradictions, faults, systems } from '../../scripts/seed-rows.ts'
import { titlesIn } from '../../scripts/test-titles.ts'
import { configSchema } from '../../src/config/schema/schema.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(`${root}test/seed-coverage.md`, 'utf8')
const rows = page.split('\n').filter((line) => /^\| [FWX]-?\d/.test(line))
const cells = (row: string): string[] => row.split(/(?<!\\)\|/).map((cell) => cell.trim())
const links = [...page.matchAll(/\[[^\]]+\.test\.ts\]\(([^)]+)\): ((?:(?!<br>| \|\n).)+)/g)]

describe('test/seed-coverage.md', () => {
  it('is what follows from the tests; renew it by `npm exec -- node scripts/seed-coverage.ts`', () => {
    expect(page === seedCoveragePage(root)).toBe(true)
  })

  it('has a row for every system, fault and contradiction, in order', () => {
    const numbers = (prefix: string, count: number, digits: number) =>
      Array.from({ length: count }, (_, index) => `${prefix}${String(index + 1).padStart(digits, '0')}`)
    expect(rows.map((row) => cells(row)[1])).toEqual([
      ...numbers('F-', 41, 2),
      ...numbers('W', 67, 1),
      ...numbers('X-', 37, 2),
    ])
    expect(systems.length + faults.length + contradictions.length).toBe(rows.length)
  })

  it('has no row without a test, or a reason where nothing can be tested', () => {
    expect(rows.filter((row) => cells(row).slice(1, -1).includes(''))).toEqual([])
    const withoutTest = rows.filter((row) => !/\]\([^)]+\.test\.ts\)/.test(row)).map((row) => cells(row)[1])
    expect(withoutTest).toEqual(['X-09', 'X-30', 'X-33'])
  })

  it('names only tests that are there, word by word', () => {
    expect(links.length).toBeGreaterThan(rows.length)
    const missing = links.filter(([, file = '', title = '']) => {
      const source = readFileSync(`${root}test/${file}`, 'utf8').replaceAll(/\\(.)/g, '$1')
      return !source.includes(title.replaceAll(/\\(.)/g, '$1'))
    })
    expect(missing.map(([text]) => text)).toEqual([])
  })

  it('names only evidence that there is, for every system that it names', () => {
    const folders = systems.flatMap(([, , , ...evidence]) => evidence)
    expect(folders.length).toBeGreaterThan(10)
    expect(folders.filter((folder) => !existsSync(`${root}docs/evidence/${folder}/README.md`))).toEqual([])
    for (const folder of folders) expect(page).toContain(`](../docs/evidence/${folder}/README.md)`)
  })

  it('names only commands and suites that there are', () => {
    const known = globSync('src/cli/**/*.ts', { cwd: root })
      .flatMap((file) => [...readFileSync(`${root}${file}`, 'utf8').matchAll(/\.command\('([\w-]+)'\)/g)])
      .map(([, name]) => name)
    const suites = Object.keys(configSchema.shape.suites.shape)
    const isKnown = (command: string): boolean => {
      const [program, name, second] = command.split(' ')
      const suite = /--suite (\S+)/.exec(command)?.[1] ?? suites[0] ?? ''
      const isWhole = name !== 'baseline' || known.includes(second)
      return program === 'warpgauge' && known.includes(name) && isWhole && suites.includes(suite)
    }
    expect(systems.filter(([, , command]) => !isKnown(command))).toEqual([])
    expect(['warpgauge tune', 'warpgauge run --suite large', 'warpgauge baseline melt'].map(isKnown)).not.toContain(
      true,
    )
  })
})

describe('titlesIn', () => {
  it('finds the ids of tests, groups and rows of tables, and nothing else', () => {
    const source = [
      `// W9 in a comment`,
      `describe.concurrent('a group (F-01)', () => {`,
      `  it.each([['X-02: a row', 1], ["W3", 2]])('of %s', () => {})`,
      `  test("it's (W1, W2)", () => expect('W4').toBe('W4'))`,
      `  it.skipIf(isOff)('is off (F-02)', () => {})`,
    ]
    expect(titlesIn('a.test.ts', source.join('\n')).map(({ title, ids }) => [title, ids])).toEqual([
      ['a group (F-01)', ['F-01']],
      ['X-02: a row', ['X-02']],
      [`it's (W1, W2)`, ['W1', 'W2']],
      ['is off (F-02)', ['F-02']],
    ])
  })
})

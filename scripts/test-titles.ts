import { globSync, readFileSync } from 'node:fs'

/** A test, or a group of tests, as it stands in the code. */
export type TestTitle = { readonly file: string; readonly title: string; readonly ids: readonly string[] }

/** What a call of `it`, `test` or `describe` begins with, also behind the table of `each`. */
const calls = /(?:\b(?:it|test|describe)(?:\.\w+)*\(|\)\()\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)")/g
/** First cell of a row of `each` that names what the row is for. */
const rows = /\[\s*'([FWX]-?\d{1,2}\b(?:\\.|[^'\\\n])*)'/g
/** Speaks of ids without testing what they stand for. */
const ownTest = '/seed-coverage.test.ts'
const idPattern = /\b(?:[FX]-\d{2}|W\d{1,2})\b/g

/** Every title in `test/` that names a row of the inventory, in the order of files and lines. */
export function titlesWithIds(root: string): TestTitle[] {
  const files = globSync('test/**/*.test.ts', { cwd: root }).filter((file) => !file.endsWith(ownTest))
  return files.toSorted().flatMap((file) => titlesIn(file, readFileSync(`${root}/${file}`, 'utf8')))
}

/** A row of a table counts only where there is a table. `form` is what an id looks like; absent: one of the inventory. */
export function titlesIn(file: string, source: string, form: RegExp = idPattern): TestTitle[] {
  const patterns = source.includes('.each(') ? [calls, rows] : [calls]
  return patterns
    .flatMap((pattern) => [...source.matchAll(pattern)])
    .toSorted((one, other) => one.index - other.index)
    .map(([, single, double]) => (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'))
    .map((title) => ({ file, title, ids: [...new Set(title.match(form) ?? [])] }))
    .filter(({ ids }) => ids.length > 0)
}

import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { formatImportRules } from '../../scripts/import-lint.ts'
import { importRules, maxDepth } from '../../scripts/import-rules.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Imports that a file of a folder may have, and others that it may not. */
const samples = [
  ['src/domain/deep/a.ts', ['./b.ts', 'jstat'], ['../../io/a.ts', '../../steps/a.ts', 'node:fs', 'zod']],
  ['src/steps/deep/a.ts', ['../../domain/a.ts', '../../ports/a.ts'], ['../../io/a.ts', '../../cli/a.ts', 'execa']],
  ['src/reporters/a.ts', ['../domain/a.ts', 'markdown-table'], ['../io/a.ts', '../steps/a.ts', 'node:fs']],
  ['src/io/files/a.ts', ['../../domain/a.ts', 'node:fs'], ['../../steps/a.ts', '@actions/core', 'commander']],
  ['src/cli/a.ts', ['../steps/a.ts', '../io/a.ts', 'commander'], ['../main.ts', '@actions/core']],
] as const

let house = ''
let problems: { file: string; line: number; rule: string }[] = []

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'warpgauge-house-'))
  for (const file of ['oxlint.config.ts', 'scripts/import-lint.ts', 'scripts/import-rules.ts'])
    put(file, readFileSync(join(root, file), 'utf8'))
  copyFileSync(join(root, 'tsconfig.json'), join(house, 'tsconfig.json'))
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'))
  for (const [file, allowed, forbidden] of samples)
    put(file, [...allowed, ...forbidden].map((from) => `export * from '${from}'\n`).join(''))
  problems = lint('src')
})

afterAll(() => rmSync(house, { recursive: true, force: true }))

describe('import rules', () => {
  test.each(samples)('%s', (file, allowed, forbidden) => {
    const lines = problems.filter((problem) => problem.file === file && problem.rule === 'no-restricted-imports')
    const caught = new Set(lines.map((problem) => [...allowed, ...forbidden][problem.line - 1]))
    expect(caught).toEqual(new Set(forbidden))
  })

  test('types of the config may be imported by datasets', () => {
    put('src/datasets/types.ts', "import type { Config } from '../config/schema/schema.ts'\nexport type A = Config\n")
    expect(lint('src/datasets/types.ts')).toEqual([])
  })

  test('types and limits of records may be imported everywhere, schemas may not', () => {
    const from = (name: string) => `'../../record/${name}.ts'`
    put('src/record/run.ts', 'export const run = 1\nexport type Run = typeof run\n')
    put('src/record/limits.ts', 'export const limit = 1\n')
    put(
      'src/domain/deep/types.ts',
      `import type { Run } from ${from('run')}\nimport { limit } from ${from('limits')}\nexport const a: Run = limit\n`,
    )
    put('src/domain/deep/schema.ts', `export { run } from ${from('run')}\n`)
    expect(lint('src/domain/deep/types.ts')).toEqual([])
    expect(lint('src/domain/deep/schema.ts')).toMatchObject([{ rule: 'no-restricted-imports' }])
  })

  test('no restricted folder uses dynamic imports', () => {
    const restricted = importRules.filter(({ folders, packages }) => folders !== 'all' && packages !== 'any')
    const files = restricted.flatMap(({ folder }) => globSync(`src/${folder}/**/*.ts`, { cwd: root }))
    expect(files).not.toEqual([])
    expect(files.filter((file) => /\bimport\(/.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  })

  test('docs/architecture.md has the table (npm run rules)', () =>
    expect(readFileSync(join(root, 'docs/architecture.md'), 'utf8')).toContain(formatImportRules()))

  test('every folder of src has a rule', () => {
    const paths = globSync('src/*/**/*.ts', { cwd: root }).map((file) => dirname(file))
    expect(new Set(paths.map((path) => path.split('/')[1]))).toEqual(new Set(importRules.map(({ folder }) => folder)))
    expect(paths.filter((path) => path.split('/').length > maxDepth + 2)).toEqual([])
  })
})

function put(file: string, text: string): void {
  const path = join(house, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function lint(...options: string[]): typeof problems {
  const binary = join(root, 'node_modules/.bin/oxlint')
  const { stdout } = spawnSync(process.execPath, [binary, '--format', 'json', ...options], {
    cwd: house,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { filename: string; code: string; labels: { span: { line: number } }[] }[]
  }
  return diagnostics.map(({ filename, code, labels }) => ({
    file: filename,
    line: labels[0]?.span.line ?? 0,
    rule: /\((.*)\)/.exec(code)?.[1] ?? code,
  }))
}

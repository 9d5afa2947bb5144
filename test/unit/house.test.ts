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
import { importRules, maxDepth, packageHomes, type ImportRule } from '../../scripts/import-rules.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

const packageNames = [
  'zod',
  'yaml',
  'jstat',
  'uplot',
  'commonmark',
  'execa',
  'simple-git',
  '@octokit/rest',
  '@actions/core',
  'commander',
  'markdown-table',
  'node:fs',
  'node:path',
]

/** What files of each folder, at each depth, may import and may not. */
const imports = importRules.flatMap((rule) =>
  Array.from({ length: maxDepth }, (_, depth) => ({
    file: `src/${rule.folder}/${'deep/'.repeat(depth)}a.ts`,
    ...listImports(rule, depth),
  })),
)

let house = ''
let problems: { file: string; line: number; rule: string }[] = []

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'warpgauge-house-'))
  for (const file of ['oxlint.config.ts', 'scripts/import-lint.ts', 'scripts/import-rules.ts'])
    put(file, readFileSync(join(root, file), 'utf8'))
  copyFileSync(join(root, 'tsconfig.json'), join(house, 'tsconfig.json'))
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'))
  for (const { file, allowed, forbidden } of imports)
    put(file, [...allowed, ...forbidden].map((from) => `export * from '${from}'\n`).join(''))
  problems = lint('src')
})

afterAll(() => rmSync(house, { recursive: true, force: true }))

describe('import rules', () => {
  test.each(imports)('$file', ({ file, allowed, forbidden }) => {
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

/** Specifiers for a file at a depth below the folder of a rule; lists come from the table, so that none is forgotten. */
function listImports(rule: ImportRule, depth: number): { readonly allowed: string[]; readonly forbidden: string[] } {
  const up = '../'.repeat(depth + 1)
  const own = ['./b.ts', ...(depth > 0 ? [`${up.slice(3)}b.ts`, `${up.slice(3)}other/b.ts`] : [])]
  const others = importRules.map(({ folder }) => folder).filter((folder) => folder !== rule.folder)
  const mayImport = (folder: string) =>
    rule.folders === 'all' ? !rule.except?.folders.includes(folder) : rule.folders.includes(folder)
  const folders = Object.groupBy(others, (folder) => (mayImport(folder) ? 'allowed' : 'forbidden'))
  const paths = (names: readonly string[] = []) => names.map((folder) => `${up}${folder}/a.ts`)
  const { allowed: named = [], forbidden: otherPackages = [] } = Object.groupBy(packageNames, (name) =>
    isAllowed(rule, name) ? 'allowed' : 'forbidden',
  )
  const entries = rule.folder === 'wiring' ? [] : [`${up}main.ts`]
  return {
    allowed: [...own, ...paths(folders.allowed), ...named],
    forbidden: [...paths(folders.forbidden), ...otherPackages, ...entries],
  }
}

/** Whether files of a folder, none of which is the home of a package by its name, may import a package. */
function isAllowed({ folder, packages: own, except }: ImportRule, name: string): boolean {
  const matches = (pattern: string) =>
    pattern === name || (pattern.endsWith('*') && name.startsWith(pattern.split('*')[0] ?? ''))
  if (own !== 'any') return own.some(matches)
  if (folder === 'wiring') return true
  const home = packageHomes.find((entry) => entry.packages.some(matches))
  if (except?.packages.some(matches)) return false
  return home === undefined || home.files.some((file) => file.startsWith(`${folder}/**`))
}

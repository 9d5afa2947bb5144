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
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What a file of the house may import, and what it may not. */
const walls: readonly { file: string; allowed: readonly string[]; forbidden: readonly string[] }[] = [
  {
    file: 'src/domain/a.ts',
    allowed: ['./b.ts', 'jstat'],
    forbidden: ['node:path', 'path', 'zod', '../ports/a.ts', '../io/a.ts', '../main.ts', '@actions/core'],
  },
  {
    file: 'src/domain/history/a.ts',
    allowed: ['./b.ts', '../detection/a.ts', '../metric.ts', 'jstat'],
    forbidden: ['node:path', 'zod', '../../ports/a.ts', '../../config/schema.ts', '../../main.ts'],
  },
  {
    file: 'src/ports/a.ts',
    allowed: ['./b.ts', '../domain/a.ts'],
    forbidden: ['node:fs', 'jstat', '../io/a.ts', '../config/schema.ts', '../steps/a.ts'],
  },
  {
    file: 'src/config/a.ts',
    allowed: ['./b.ts', '../domain/a.ts', 'zod', 'yaml', 'fastest-levenshtein'],
    forbidden: ['node:fs', 'ajv', '../ports/a.ts', '../io/a.ts', '../suites/index.ts'],
  },
  {
    file: 'src/adapters/a.ts',
    allowed: ['./b.ts', '../domain/a.ts', 'commonmark'],
    forbidden: ['node:fs/promises', 'zod', '../ports/a.ts', '../config/schema.ts', '../suites/index.ts'],
  },
  {
    file: 'src/datasets/a.ts',
    allowed: ['./b.ts', '../domain/a.ts', '../ports/a.ts', 'node:crypto', 'node:fs/promises'],
    forbidden: ['zod', '../config/schema.ts', '../config/a.ts', '../io/a.ts', '../steps/a.ts'],
  },
  {
    file: 'src/suites/a.ts',
    allowed: ['./b.ts', '../domain/a.ts', '../config/schema.ts'],
    forbidden: ['node:path', 'zod', '../adapters/index.ts', '../ports/a.ts', '../steps/a.ts', '../io/a.ts'],
  },
  {
    file: 'src/reporters/a.ts',
    allowed: ['./b.ts', './markdown/a.ts', '../domain/a.ts', 'markdown-table'],
    forbidden: ['node:fs', '../ports/a.ts', '../config/schema.ts', '../suites/index.ts', '../main.ts'],
  },
  {
    file: 'src/reporters/markdown/a.ts',
    allowed: ['./b.ts', '../b.ts', '../parts/a.ts', '../../domain/a.ts', 'markdown-table'],
    forbidden: ['node:fs', '../../ports/a.ts', '../../config/schema.ts', '../../io/a.ts', '../../main.ts'],
  },
  {
    file: 'src/page/a.ts',
    allowed: ['./b.ts', '../domain/page/a.ts', 'uplot'],
    forbidden: ['node:fs', 'zod', '../reporters/html/a.ts', '../ports/a.ts', '../io/a.ts', '../main.ts'],
  },
  {
    file: 'src/steps/a.ts',
    allowed: ['./b.ts', '../domain/a.ts', '../ports/a.ts', '../config/a.ts', '../adapters/a.ts', '../suites/a.ts'],
    forbidden: [
      'node:fs',
      'node:child_process',
      'execa',
      '../io/a.ts',
      '../modes/a.ts',
      '../reporters/a.ts',
      '../action/a.ts',
    ],
  },
  { file: 'src/steps/b.ts', allowed: ['../datasets/a.ts', 'node:path'], forbidden: ['../cli/a.ts', '../main.ts'] },
  {
    file: 'src/modes/a.ts',
    allowed: ['./b.ts', '../domain/a.ts', '../ports/a.ts', '../config/a.ts', '../steps/a.ts', '../reporters/index.ts'],
    forbidden: [
      'node:fs',
      'execa',
      '../io/a.ts',
      '../action/a.ts',
      '../adapters/a.ts',
      '../datasets/a.ts',
      '../cli/a.ts',
    ],
  },
  { file: 'src/modes/b.ts', allowed: ['../suites/index.ts'], forbidden: ['node:path', '../main.ts'] },
  {
    file: 'src/io/gpu/a.ts',
    allowed: ['./b.ts', '../b.ts', '../../domain/a.ts', '../../ports/a.ts', 'koffi', 'node:fs'],
    forbidden: ['execa', '@octokit/rest', '../../steps/a.ts', '../../config/a.ts', '../../main.ts'],
  },
  {
    file: 'src/io/a.ts',
    allowed: ['./b.ts', '../domain/a.ts', '../ports/a.ts', 'node:fs', 'ajv'],
    forbidden: [
      'execa',
      'simple-git',
      '@octokit/rest',
      '@actions/core',
      'commander',
      '../steps/a.ts',
      '../config/a.ts',
      '../main.ts',
    ],
  },
  {
    file: 'src/io/execa-process-runner.ts',
    allowed: ['execa'],
    forbidden: ['simple-git', '@octokit/rest', '../steps/a.ts'],
  },
  {
    file: 'src/io/simple-git-repository.ts',
    allowed: ['simple-git'],
    forbidden: ['execa', '@octokit/rest', '../steps/a.ts'],
  },
  {
    file: 'src/io/demo-repository.ts',
    allowed: ['simple-git'],
    forbidden: ['execa', '@octokit/rest', '../modes/a.ts'],
  },
  {
    file: 'src/io/octokit-github.ts',
    allowed: ['@octokit/rest', '@octokit/plugin-retry', '@actions/github/lib/utils'],
    forbidden: ['execa', 'simple-git', '@actions/core', '../action/a.ts'],
  },
  {
    file: 'src/action/a.ts',
    allowed: ['./b.ts', '../domain/a.ts', '../ports/a.ts', '@actions/core', '@actions/github', 'zod'],
    forbidden: ['node:fs', '@octokit/rest', '../io/a.ts', '../modes/a.ts', '../config/schema.ts', '../main.ts'],
  },
  {
    file: 'src/cli/a.ts',
    allowed: ['./b.ts', '../domain/a.ts', '../io/a.ts', '../wiring/ports.ts', '../modes/a.ts', 'commander', 'node:fs'],
    forbidden: [
      '../action/a.ts',
      '@actions/core',
      '../wiring/action-check.ts',
      '../main.ts',
      'execa',
      'simple-git',
      '@octokit/rest',
    ],
  },
  { file: 'src/index.ts', allowed: ['./main.ts'], forbidden: ['./cli.ts', './modes/a.ts', 'node:fs', '@actions/core'] },
  { file: 'src/main.ts', allowed: ['./io/a.ts', './action/a.ts', './modes/a.ts', './cli/a.ts'], forbidden: [] },
  { file: 'src/post.ts', allowed: ['./io/a.ts', './action/a.ts', './modes/a.ts'], forbidden: [] },
  { file: 'src/cli.ts', allowed: ['./cli/a.ts', './io/a.ts', './modes/a.ts'], forbidden: [] },
]

const singleFaults: readonly { file: string; text: string; rule: string }[] = [
  { file: 'src/steps/says.ts', text: "export function say(): void {\n  console.info('x')\n}\n", rule: 'no-console' },
  { file: 'src/steps/main-export.ts', text: 'export default 1\n', rule: 'no-default-export' },
  { file: 'src/steps/round.ts', text: "import { b } from './trip.ts'\nexport const a = b\n", rule: 'no-cycle' },
  { file: 'src/steps/trip.ts', text: "import { a } from './round.ts'\nexport const b = a\n", rule: 'no-cycle' },
  { file: 'src/steps/long.ts', text: 'export {}\n'.repeat(251), rule: 'max-lines' },
  {
    file: 'src/steps/wide.ts',
    text: 'export function wide(a: 1, b: 1, c: 1, d: 1, e: 1): number {\n  return a + b + c + d + e\n}\n',
    rule: 'max-params',
  },
  {
    file: 'typed/floating.ts',
    text: 'export function start(work: () => Promise<void>): void {\n  work()\n}\n',
    rule: 'no-floating-promises',
  },
  {
    file: 'typed/partial.ts',
    text: "export function of(kind: 'a' | 'b'): void {\n  switch (kind) {\n    case 'a':\n  }\n}\n",
    rule: 'switch-exhaustiveness-check',
  },
]

let house = ''
let problems: { file: string; line: number; rule: string }[] = []

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'warpgauge-house-'))
  copyFileSync(join(root, '.oxlintrc.json'), join(house, '.oxlintrc.json'))
  copyFileSync(join(root, 'tsconfig.json'), join(house, 'tsconfig.json'))
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'))
  for (const wall of walls)
    put(wall.file, [...wall.allowed, ...wall.forbidden].map((from) => `export * from '${from}'\n`).join(''))
  for (const fault of singleFaults) put(fault.file, fault.text)
  problems = [...lint('src'), ...lint('--type-aware', 'typed')]
})

afterAll(() => rmSync(house, { recursive: true, force: true }))

describe('import walls', () => {
  test.each(walls)('$file', ({ file, allowed, forbidden }) => {
    const lines = problems.filter((problem) => problem.file === file && problem.rule === 'no-restricted-imports')
    const caught = new Set(lines.map((problem) => [...allowed, ...forbidden][problem.line - 1]))
    expect(caught).toEqual(new Set(forbidden))
  })

  test('types of the config may be taken into datasets', () => {
    put('src/datasets/types.ts', "import type { Config } from '../config/schema.ts'\nexport type A = Config\n")
    expect(lint('src/datasets/types.ts')).toEqual([])
  })

  test('no walled room goes round its wall with a dynamic import', () => {
    const rooms = globSync('src/{domain,ports,config,adapters,datasets,suites,reporters,steps,modes,action}/**/*.ts', {
      cwd: root,
    })
    expect(rooms).not.toHaveLength(0)
    expect(rooms.filter((file) => /\bimport\(/.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  })
})

describe('house rules', () => {
  test.each(singleFaults)('$rule is caught in $file', ({ file, rule }) => {
    expect(problems.filter((problem) => problem.file === file).map((problem) => problem.rule)).toContain(rule)
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

import { expect, it } from 'vitest'
import { applyMutation, listMutations } from '../../scripts/mutations/list-mutations.ts'
import { findTests } from '../../scripts/mutations/nearest-tests.ts'

it.each([
  ["const é = 'é' + a < b", ["const é = 'é' + a <= b"]],
  ['a.filter((x) => x)', ['a']],
  ['a.some(b)', ['a.every(b)']],
  ['a.toString(b, c)', []],
  ['Math.min(a, b)', ['Math.max(a, b)']],
  [
    'a = 5; b = 60_000; c = true',
    ['a = 6; b = 60_000; c = true', 'a = 5; b = 120000; c = true', 'a = 5; b = 60_000; c = false'],
  ],
  ['if (a) b()', ['if (false) b()']],
  ['const a = rows[i] ?? 0; throw new UserError(`${a + 1}`, b - c)', []],
  ['type A = 1 | 2; const b = c as 3', []],
])('mutates %s', (source, mutated) => {
  expect(listMutations(source).map((mutation) => applyMutation(source, mutation))).toEqual(mutated)
})

it('runs the tests that import a file, or else those of its importers, then those further away', () => {
  const importers = new Map([
    ['a.ts', ['b.ts', 'a.test.ts']],
    ['b.ts', ['b.test.ts']],
    ['c.ts', ['b.ts']],
    ['d.ts', ['d.ts']],
    ['mode.ts', ['command.ts']],
    ['command.ts', ['src/cli/index.ts']],
    ['src/cli/index.ts', ['options.test.ts']],
  ])
  const find = (file: string) => findTests(file, importers, (path) => path.endsWith('.test.ts'))
  expect(['a.ts', 'c.ts', 'd.ts', 'mode.ts', 'command.ts'].map(find)).toEqual([
    { nearest: ['a.test.ts'], further: ['b.test.ts'] },
    { nearest: ['b.test.ts'], further: [] },
    { nearest: [], further: [] },
    { nearest: [], further: [] },
    { nearest: ['options.test.ts'], further: [] },
  ])
})

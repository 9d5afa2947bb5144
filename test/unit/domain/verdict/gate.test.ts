import { expect, it } from 'vitest'
import { listUnmatchedGates } from '../../../../src/domain/verdict/gate.ts'

const key = { suite: 'scaling', benchmark: 'predict', axes: { gpus: 1 }, reference: 'v1.0' }
const metricsOf = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`)

it.each([
  ['a name that is measured', ['m1'], 2, []],
  ['a prefix that is measured', ['m*'], 2, []],
  [
    'a name that is not',
    ['m1', 'x'],
    2,
    ['names x, but no run measured it; correct the gate, or make the pipeline report it (known: m0, m1)'],
  ],
  ['a prefix that is not', ['x*'], 1, ['names x*, but']],
  ['one of eight metrics', ['x'], 8, ['(known: m0, m1, m2, m3, m4, m5, m6, m7)']],
  ['one of nine', ['x'], 9, ['m6, m7 and 1 more)']],
])('misses %s', (_name, patterns, count, reasons) => {
  const rows = listUnmatchedGates(patterns, metricsOf(count), key)
  expect(rows.map(({ reason }) => reason)).toEqual(reasons.map((text) => expect.stringContaining(text) as string))
  for (const row of rows) expect(row).toMatchObject({ ...key, isGate: true, verdict: 'missing' })
})

import { expect, test } from 'vitest'
import { toBaseUnit, inferDirection } from '../../../../src/adapters/readings.ts'

test.each([
  ['ns', 's', 1e-9],
  ['µs', 's', 1e-6],
  ['μs', 's', 1e-6],
  ['ms', 's', 1e-3],
  [' s ', 's', 1],
  ['min', 's', 60],
  ['MB', 'B', 1e6],
  ['MiB', 'B', 2 ** 20],
  ['GiB/s', 'B/s', 2 ** 30],
  ['B/ms', 'B/s', 1e3],
  ['ops/sec', '1/s', 1],
  ['iter/ms', '1/s', 1e3],
  ['tokens/s', 'tokens/s', 1],
  ['seq/min', 'seq/s', 1 / 60],
  ['seq per second', 'seq/s', 1],
  ['ns/iter', 's', 1e-9],
  ['us/iter', 's', 1e-6],
  ['ms/op', 's', 1e-3],
  ['kB/op', 'B', 1e3],
])('%s is %s times %d', (printed, unit, factor) => {
  expect(toBaseUnit(printed)).toEqual({ unit, factor })
})

test.each(['Mb', '%', 'a/b/s', 'toString', '__proto__', 'B/furlong', ''])('%j stays as printed', (printed) => {
  expect(toBaseUnit(printed)).toEqual({ unit: printed, factor: 1 })
})

test('times and sizes are better when lower, rates when higher, and the rest does not tell', () => {
  expect(['s', 'B', '1/s', 'B/s', 'seq/s', 'share', '%', '/s'].map(inferDirection)).toEqual([
    'lower',
    'lower',
    'higher',
    'higher',
    'higher',
    null,
    null,
    null,
  ])
})

import { expect, it } from 'vitest'
import { missing } from '../../../../src/domain/page/column-code.ts'
import {
  chooseLevel,
  combineBits,
  createLevels,
  findHighest,
  findLowest,
} from '../../../../src/domain/page/value-levels.ts'

it.each([
  [0, [0]],
  [16, [16]],
  [17, [17, 2]],
  [256, [256, 16]],
  [257, [257, 17, 2]],
])('%i values have levels of %j', (count, lengths) => {
  const levels = createLevels(
    Int32Array.from({ length: count }, (_, index) => index),
    findHighest,
  )
  expect(levels.map(({ length }) => length)).toEqual(lengths)
  expect(levels.map((level) => level.at(-1))).toEqual(lengths.map(() => (count === 0 ? undefined : count - 1)))
})

it('folds each block of its own', () => {
  const [, blocks] = createLevels(
    Int32Array.from({ length: 40 }, (_, index) => 100 - index),
    findHighest,
  )
  expect([...(blocks ?? [])]).toEqual([100, 84, 68])
})

it.each([
  [31, 0],
  [32, 1],
  [511, 1],
  [512, 2],
])('draws %i rows from level %i', (rows, level) => {
  expect(chooseLevel(rows)).toBe(level)
})

it.each([
  [[5, 3, 9], 3, 9, 15],
  [[missing, 4, missing], 4, 4, null],
  [[missing, missing, missing], missing, missing, null],
  [[-2, -1, 0], -2, 0, null],
])('folds %j', (values, lowest, highest, bits) => {
  const padded = Int32Array.of(-100, ...values, 100)
  expect([findLowest(padded, 1, 4), findHighest(padded, 1, 4)]).toEqual([lowest, highest])
  expect(bits === null ? null : combineBits(padded, 1, 4)).toBe(bits)
})

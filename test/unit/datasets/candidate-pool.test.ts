import { expect, test } from 'vitest'
import { createCandidatePool } from '../../../src/datasets/candidate-pool.ts'
import { drawWord, openWordStream } from '../../../src/datasets/random-words.ts'

test('the pool holds the smallest priorities of the whole stream, in its order, and enough of them', () => {
  const wanted = 500
  const pool = createCandidatePool(wanted)
  const stream = openWordStream(1)
  const priorities = Array.from({ length: 200_000 }, () => drawWord(stream))
  for (const [index, priority] of priorities.entries())
    if (pool.canAdd(priority)) pool.add(priority, { length: index % 7, offset: index * 1e6, byteSize: index })
  const { size, ...kept } = pool.getCandidates()
  expect(size).toBeGreaterThan(10_000)
  expect(size).toBeLessThan(20_000)
  const places = Array.from(kept.offsets.subarray(0, size), (offset) => offset / 1e6)
  const smallest = priorities
    .map((priority, index) => [priority, index] as const)
    .toSorted(([one], [other]) => one - other)
    .slice(0, size)
  expect(places).toEqual(smallest.map(([, index]) => index).toSorted((one, other) => one - other))
  expect(Array.from(kept.priorities.subarray(0, size))).toEqual(places.map((place) => priorities[place]))
  expect(Array.from(kept.lengths.subarray(0, size))).toEqual(places.map((place) => place % 7))
  expect(Array.from(kept.byteSizes.subarray(0, size))).toEqual(places)
})

test('a stream that fits is kept whole', () => {
  const pool = createCandidatePool(3)
  for (let index = 0; index < 16_000; index += 1)
    pool.add(2 ** 32 - 1 - index, { length: 1, offset: index, byteSize: 1 })
  expect(pool.getCandidates().size).toBe(16_000)
  expect(pool.canAdd(2 ** 32 - 1)).toBe(true)
})

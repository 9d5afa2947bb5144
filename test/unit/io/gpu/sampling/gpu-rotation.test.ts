import { expect, test } from 'vitest'
import { createRotation } from '../../../../../src/io/gpu/sampling/sampling-pace.ts'

const eight = [0, 1, 2, 3, 4, 5, 6, 7]

test('GPUs are read in turn when one interval has several seconds, each once per interval', () => {
  const rotation = createRotation(eight, 2000)
  expect(rotation.tickMs).toBe(1000)
  const groups = [1, 2, 3].map(() => rotation.takeNext())
  expect(groups).toEqual([
    [0, 2, 4, 6],
    [1, 3, 5, 7],
    [0, 2, 4, 6],
  ])
  expect(rotation.countReadings(3)).toBe(12)
})

test('a short interval, or a single GPU, has no groups', () => {
  const all = createRotation(eight, 500)
  expect([all.tickMs, all.takeNext(), all.takeNext(), all.countReadings(2)]).toEqual([500, eight, eight, 16])
  const one = createRotation([3], 5000)
  expect([one.tickMs, one.takeNext(), one.takeNext()]).toEqual([5000, [3], [3]])
  const none = createRotation([], 500)
  expect([none.tickMs, none.takeNext(), none.countReadings(2)]).toEqual([500, [], 0])
})

import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '../../../../src/domain/core/bootstrap.ts'
import {
  computeMemoryGrowth,
  explainMissingGrowth,
  type GrowthRequest,
} from '../../../../src/domain/trial/memory-growth.ts'
import { repeatedSeries } from '../../a-pipeline.ts'

const MB = 1e6
const page = 2 * 2 ** 20

function overRepeats(levels: readonly number[], overrides: Partial<GrowthRequest> = {}) {
  return computeMemoryGrowth({
    points: repeatedSeries('own', levels).points,
    repeatEnds: levels.map((_, index) => index + 1),
    pageBytes: page,
    limitBytes: 100 * MB,
    confidence: 0.95,
    ...overrides,
  })
}

const repeats = (count: number, level: (repeat: number) => number) =>
  Array.from({ length: count }, (_, index) => level(index))

describe('growth of memory over repeats in one process (F-17)', () => {
  it('is a leak when every repeat leaves something behind, with the slope per repeat', () => {
    const growth = overRepeats(repeats(12, (repeat) => 4000 * MB + repeat * 20 * MB))
    expect(growth?.verdict).toBe('leak')
    expect(growth?.slope).toBeCloseTo(20 * MB, 0)
    expect(growth?.growthBytes).toBeCloseTo(8 * 20 * MB, 0)
  })

  it('finds a small leak under noise larger than its step', () => {
    const random = createSeededRandom(7)
    const growth = overRepeats(repeats(40, (repeat) => 4000 * MB + repeat * 5 * MB + random() * 20 * MB))
    expect(growth?.verdict).toBe('leak')
    expect(growth?.growthInterval[0]).toBeGreaterThan(100 * MB)
  })

  it('leaves the warm-up out: caches that fill in the first quarter are none', () => {
    const growth = overRepeats(repeats(12, (repeat) => Math.min(4000, 1000 + repeat * 1000) * MB))
    expect(growth).toMatchObject({ verdict: 'no leak', leftOut: 3, levels: 9, growthBytes: 0 })
  })

  it('takes steps of the allocator for what they are', () => {
    const growth = overRepeats(repeats(12, (repeat) => 4000 * MB + (repeat % 3) * page))
    expect(growth?.verdict).toBe('no leak')
  })

  it('sees a leak that is smaller than a page through the steps of the pages', () => {
    const growth = overRepeats(repeats(60, (repeat) => Math.ceil((4000 * MB + repeat * 0.7 * MB) / page) * page))
    expect(growth?.verdict).toBe('leak')
    expect(growth?.slope).toBeGreaterThan(0.5 * MB)
    expect(growth?.slope).toBeLessThan(0.9 * MB)
  })

  it('does not call one step a leak: it rose once and stayed', () => {
    const growth = overRepeats(repeats(20, (repeat) => (repeat < 12 ? 4000 : 4300) * MB))
    expect(growth?.verdict).not.toBe('leak')
  })

  it('cannot tell when the scatter hides more than the limit', () => {
    const random = createSeededRandom(3)
    const growth = overRepeats(repeats(9, () => 4000 * MB + random() * 2000 * MB))
    expect(growth?.verdict).toBe('inconclusive')
  })

  it('seldom calls a steady process a leak: at most 5 of 200', () => {
    const random = createSeededRandom(11)
    const wrong = Array.from({ length: 200 }, () =>
      overRepeats(repeats(16, () => 4000 * MB + random() * 60 * MB)),
    ).filter((growth) => growth?.verdict === 'leak')
    expect(wrong.length).toBeLessThanOrEqual(5)
  })

  it('says how many repeats it takes instead of guessing', () => {
    const levels = repeats(6, (repeat) => repeat * 100 * MB)
    expect(overRepeats(levels)).toBeNull()
    const request = {
      points: repeatedSeries('own', levels).points,
      repeatEnds: levels.map((_, index) => index + 1),
      pageBytes: page,
      limitBytes: 100 * MB,
      confidence: 0.95,
    }
    expect(explainMissingGrowth(request)).toBe(
      '6 repeats are too few: at least 7 are needed, of which the first quarter is left out as warm-up',
    )
  })

  it('follows a single pass over its time', () => {
    const growth = overRepeats([], {
      repeatEnds: null,
      points: Array.from({ length: 100 }, (_, index) => ({ seconds: index, bytes: 1000 * MB + index * 3 * MB })),
    })
    expect(growth).toMatchObject({ verdict: 'leak', levels: 75 })
    expect(growth?.growthBytes).toBeCloseTo(74 * 3 * MB, 0)
  })
})

import { describe, expect, it } from 'vitest'
import { judgeRepeats } from '../../../../src/domain/trial/repeat-growth.ts'
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

const repeats = <Item>(count: number, level: (repeat: number) => Item) =>
  Array.from({ length: count }, (_, index) => level(index))

describe('growth of memory over repeats in one process (F-17)', () => {
  it('is a leak when every repeat leaves something behind, with the slope per repeat', () => {
    const growth = overRepeats(repeats(12, (repeat) => 4000 * MB + repeat * 20 * MB))
    expect(growth?.verdict).toBe('leak')
    expect(growth?.slope).toBeCloseTo(20 * MB, 0)
    expect(growth?.growthBytes).toBeCloseTo(8 * 20 * MB, 0)
  })

  it.each([
    [1.9, false],
    [2.1, true],
  ])('takes growth of %d allocation steps for more than noise of the allocator: %j', (steps, isLeak) => {
    // Eight of twelve repeats count as the span.
    const growth = overRepeats(
      repeats(12, (repeat) => 4000 * MB + (repeat * steps * page) / 8),
      { limitBytes: 0 },
    )
    expect(growth?.growthBytes).toBeCloseTo(steps * page, 0)
    expect(growth?.verdict === 'leak').toBe(isLeak)
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

  it.each([
    [
      'in uneven steps, so that a line does not fit',
      [186, 196, 216, 226, 246, 256, 276, 286, 306, 316, 328, 338, 348, 368],
      [122, 122],
    ],
    ['by a line', repeats(14, (repeat) => 70 + 20 * repeat), [180, 180]],
    ['once, after seven repeats', [...repeats(7, () => 70), ...repeats(7, () => 338)], [268, 268]],
    ['once, for the last two repeats', [...repeats(12, () => 70), 338, 338], [268, 268]],
  ])('is a leak when memory rises and never falls again: %s', (_name, levels, megabytes) => {
    const growth = overRepeats(levels.map((level) => level * MB))
    expect(growth).toMatchObject({ verdict: 'leak', reason: expect.stringMatching(/^it grew and never fell again/) })
    expect(growth?.growthInterval.map((edge) => Math.round(edge / MB))).toEqual(megabytes)
  })

  it.each([
    ['returns to its level every third repeat', repeats(14, (repeat) => 100 + 100 * (repeat % 3))],
    ['returns every fifth', repeats(14, (repeat) => 100 + 100 * (repeat % 5))],
    ['rises once and falls again', repeats(14, (repeat) => (repeat === 10 ? 900 : 100))],
    ['fills its caches in six repeats', repeats(14, (repeat) => Math.min(600, 100 + 100 * repeat))],
    ['fills them ever more slowly', [100, 200, 260, 300, 330, 350, 360, 360, 360, 360, 360, 360, 360, 360]],
  ])('is no leak when it %s', (_name, levels) => {
    expect(overRepeats(levels.map((level) => level * MB))?.verdict).toBe('no leak')
  })

  it('decides although the last repeat is higher, if such a rise in each repeat would stay within the limit', () => {
    const levels = [70, 70, 70, 70, 70, 70, 70, 70, 70, 70.09]
    expect(
      judgeRepeats(
        levels.map((mb) => mb * 1e6),
        { noiseBytes: 65_536, limitBytes: 1e8, confidence: 0.95 },
      ),
    ).toMatchObject({
      verdict: 'no leak',
    })
  })

  it.each([338, 120])('does not decide when only the last repeat is higher: %d MB', (last) => {
    const growth = overRepeats([...repeats(13, () => 70 * MB), last * MB])
    expect(growth).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringMatching(/^only the last repeat is higher; run more repeats/),
    })
  })

  it('judges like with like where the stages of a repeat use different amounts', () => {
    // As on an H100: three stages, and a sample meets each of them by chance.
    const random = createSeededRandom(5)
    const measure = (leak: number) =>
      overRepeats([], {
        repeatEnds: repeats(14, (repeat) => repeat + 1),
        points: repeats(14 * 6, (index) => {
          const part = index % 6 === 0 ? 0.9 : random()
          const stage = part < 0.1 ? 755 : part < 0.5 ? 1374 : 3441
          return { seconds: (index + 1) / 6, bytes: (stage + leak * Math.floor(index / 6)) * MB }
        }),
      })
    expect(measure(0)).toMatchObject({ verdict: 'no leak', growthBytes: 0 })
    const leak = measure(20)
    expect(leak?.verdict).toBe('leak')
    expect(leak?.growthInterval[0]).toBeGreaterThan(100 * MB)
  })

  it('cannot tell when the scatter hides more than the limit', () => {
    const random = createSeededRandom(3)
    const growth = overRepeats(repeats(9, () => 4000 * MB + random() * 2000 * MB))
    expect(growth?.verdict).toBe('inconclusive')
  })

  it.each([
    [12, 0.08],
    [14, 0.06],
    [20, 0.03],
  ])('decides nearly all constant runs of %d repeats with ±60 MB of noise', (count, most) => {
    const random = createSeededRandom(17)
    const verdicts = repeats(1000, () => overRepeats(repeats(count, () => (4000 + random() * 120) * MB))?.verdict)
    const share = (verdict: string) => verdicts.filter((one) => one === verdict).length / verdicts.length
    expect(share('inconclusive')).toBeLessThan(most)
    expect(share('leak')).toBeLessThan(0.03)
  })

  it('seldom passes a leak above the limit in the same noise', () => {
    const random = createSeededRandom(19)
    const verdicts = repeats(
      1000,
      () => overRepeats(repeats(14, (repeat) => (4000 + (150 / 9) * repeat + random() * 120) * MB))?.verdict,
    )
    expect(verdicts.filter((verdict) => verdict === 'no leak').length).toBeLessThan(30)
  })

  it('seldom calls a steady process a leak: at most 3 of 100', () => {
    const random = createSeededRandom(11)
    const wrong = Array.from({ length: 1000 }, () =>
      overRepeats(repeats(16, () => 4000 * MB + random() * 60 * MB)),
    ).filter((growth) => growth?.verdict === 'leak')
    expect(wrong.length).toBeLessThanOrEqual(30)
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

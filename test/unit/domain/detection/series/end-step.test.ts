import { describe, expect, it } from 'vitest'
import { findChangePoints } from '../../../../../src/domain/detection/series/change-points.ts'
import { drawsFrom } from '../../../../../scripts/statistics/noise-families.ts'

/** Run times with noise of so many percent; the last ones take `factor` as long. */
function history(seed: number, { count = 20, last = 3, factor = 1, noise = 0.1 }): number[] {
  const { normal } = drawsFrom(seed)
  return Array.from({ length: count }, (_, index) => Math.exp(noise * normal()) * (index >= count - last ? factor : 1))
}

function countFound(given: Parameters<typeof history>[1], isRight: (found: readonly number[]) => boolean): number {
  return Array.from({ length: 100 }, (_, seed) => findChangePoints(history(seed, given), 0.03)).filter(isRight).length
}

describe('the last three to five values of a history', () => {
  it.each([3, 4, 5])('show a twofold step before the last %i', (last) => {
    expect(countFound({ last, factor: 2 }, ([at]) => at === 20 - last)).toBeGreaterThanOrEqual(90)
  })

  it('show a step down as well, and after an earlier step', () => {
    expect(countFound({ factor: 0.5 }, ([at]) => at === 17)).toBeGreaterThanOrEqual(90)
    const twice = [
      ...history(1, { noise: 0.02, last: 0 }),
      ...history(2, { noise: 0.02, factor: 1.3 }).map((one) => 2 * one),
    ]
    expect(findChangePoints(twice, 0.03)).toEqual([20, 37])
  })

  it('show nothing without a step, below the minimum effect, and where an earlier value was as slow', () => {
    expect(countFound({}, (found) => found.length === 0)).toBeGreaterThanOrEqual(99)
    expect(findChangePoints(history(3, { noise: 0.001, factor: 1.01 }), 0.03)).toEqual([])
    const seen = history(4, { factor: 2 }).with(5, 2.4)
    expect(findChangePoints(seen, 0.03)).toEqual([])
  })

  it('wait for more values where neighbors follow each other', () => {
    const { normal } = drawsFrom(5)
    const drift = Array.from({ length: 24 }, () => 0).reduce<number[]>(
      (sums) => [...sums, (sums.at(-1) ?? 0) * 0.9 + 0.05 * normal()],
      [],
    )
    expect(findChangePoints(drift.map(Math.exp), 0.03)).toEqual([])
  })
})

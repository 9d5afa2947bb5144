import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  computeRankProbability,
  computeSeparationProbability,
} from '../../../../../src/domain/detection/noise/probabilities.ts'

describe('computeRankProbability', () => {
  it.each([
    ['3 against 3, complete separation: 1 of 20 arrangements', [1, 2, 3], [4, 5, 6], 1 / 20],
    ['3 against 3, one pair swapped: 2 of 20', [1, 2, 4], [3, 5, 6], 2 / 20],
    ['2 against 2 cannot go below 1 of 6', [1, 2], [3, 4], 1 / 6],
    ['4 against 5, complete separation: 1 of 126', [1, 2, 3, 4], [5, 6, 7, 8, 9], 1 / 126],
    ['the wrong way round: certain', [4, 5, 6], [1, 2, 3], 1],
    ['all equal: certain', [7, 7, 7], [7, 7, 7], 1],
    ['two constants stay exact in spite of their ties', [2, 2, 2], [3, 3, 3], 1 / 20],
    ['one value shared: {3, 4, 5} and both halves of the tie, 2 of 20', [1, 2, 3], [3, 4, 5], 2 / 20],
  ])('counts %s', (_, lower, upper, probability) => {
    expect(computeRankProbability(lower, upper)).toBeCloseTo(probability, 12)
  })

  it('knows the probability of complete separation without counting', () => {
    const sizes = fc.integer({ min: 1, max: 10 })
    fc.assert(
      fc.property(sizes, sizes, (lowerCount, upperCount) => {
        const lower = Array.from({ length: lowerCount }, (_, index) => index)
        const upper = Array.from({ length: upperCount }, (_, index) => lowerCount + index)
        expect(computeSeparationProbability(lowerCount, upperCount)).toBeCloseTo(
          computeRankProbability(lower, upper),
          12,
        )
      }),
    )
  })

  it('agrees with the counted recursion for 30 against 30 through the normal approximation', () => {
    const lower = Array.from({ length: 30 }, (_, index) => index)
    const upper = lower.map((value) => value + 5.5)
    // By the recursion over U without ties, calculated apart: 0.0131660.
    expect(computeRankProbability(lower, upper)).toBeCloseTo(0.013166, 3)
  })

  it('approximates large tied samples and gives no evidence where all values are equal', () => {
    const zeros = Array.from({ length: 20 }, () => 0)
    expect(computeRankProbability(zeros, zeros)).toBe(1)
    expect(computeRankProbability(zeros, [...zeros].fill(1))).toBeLessThan(1e-6)
  })

  it('depends on the order of the values alone', () => {
    const side = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(side, side, (lower, upper) => {
        const probability = computeRankProbability(lower, upper)
        const stretched = [lower, upper].map((values) => values.toReversed().map((value) => value ** 3))
        expect(computeRankProbability(stretched[0]!, stretched[1]!)).toBeCloseTo(probability, 12)
        expect(probability + computeRankProbability(upper, lower)).toBeGreaterThanOrEqual(1)
      }),
    )
  })
})

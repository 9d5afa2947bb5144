import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeSignFlipProbability } from '../../../../../src/domain/detection/noise/probabilities.ts'

const zeros = (count: number): number[] => Array<number>(count).fill(0)

describe('computeSignFlipProbability', () => {
  // By hand, from all sign assignments.
  it.each([
    ['all of three', [1, 2, 3], 1 / 8],
    ['all of seven', [1, 2, 3, 4, 5, 6, 7], 1 / 128],
    ['all but the smallest', [-1, 2, 3, 4, 5], 2 / 32],
    ['a sum that five assignments reach', [1, 2, -3, 4, 5], 5 / 32],
    ['no difference', [0, 0, 0], 1],
    ['all the other way', [-1, -2, -3], 1],
  ])('%s', (_, differences, expected) => {
    expect(computeSignFlipProbability(zeros(differences.length), differences)).toBeCloseTo(expected, 12)
  })

  it('is as likely either way round, ties counted on both sides', () => {
    const list = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(list, (differences) => {
        const none = zeros(differences.length)
        const both = computeSignFlipProbability(none, differences) + computeSignFlipProbability(differences, none)
        expect(both).toBeGreaterThanOrEqual(1)
      }),
    )
  })

  it('goes over into its normal limit', () => {
    const differences = Array.from({ length: 15 }, (_, index) => (index % 3 === 0 ? -1 : 1) * (1 + index / 15))
    const exact = computeSignFlipProbability(zeros(14), differences.slice(0, 14))
    const limit = computeSignFlipProbability(zeros(15), [...differences.slice(0, 14), 0])
    expect(Math.abs(exact - limit)).toBeLessThan(0.02)
    expect(computeSignFlipProbability(zeros(20), zeros(20))).toBe(1)
  })
})

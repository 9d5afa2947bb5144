import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  computeRankProbability,
  computeSeparationProbability,
  computeSignFlipProbability,
  controlFalseDiscovery,
  computeStudentProbability,
  computeStudentQuantile,
  computeVarianceRatioProbability,
} from '../../../../../src/domain/detection/noise/probabilities.ts'
import jStat from 'jstat'

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

describe('controlFalseDiscovery', () => {
  // SciPy 1.17.1, stats.false_discovery_control(p, method='bh') ≤ level.
  it.each([
    [0.05, [0.01, 0.04, 0.03, 0.005, 0.5], [true, true, true, true, false]],
    [0.049, [0.01, 0.04, 0.03, 0.005, 0.5], [true, false, false, true, false]],
    [
      0.05,
      [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205],
      [true, true, false, false, false, false, false, false],
    ],
    [0.1, [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205], [true, true, true, true, true, true, true, false]],
  ])('at level %d rejects what SciPy rejects', (level, pValues, rejected) => {
    expect(controlFalseDiscovery(pValues, level)).toEqual(rejected)
  })

  it('tells nothing of no metrics and nothing of what is not a number (W50)', () => {
    expect(controlFalseDiscovery([])).toEqual([])
    expect(controlFalseDiscovery([Number.NaN, 0.001])).toEqual([false, true])
  })

  it('never tells one metric and keeps back another with a smaller P value', () => {
    const pValue = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(pValue), (pValues) => {
        const told = controlFalseDiscovery(pValues)
        const largest = Math.max(-1, ...pValues.filter((_, index) => told[index]))
        expect(told).toEqual(pValues.map((value) => value <= largest))
      }),
    )
  })
})

const scatteredTies = {
  lower: Array.from({ length: 20 }, (_, index) => (index * 7) % 10),
  upper: Array.from({ length: 25 }, (_, index) => ((index * 7) % 10) + (index % 3)),
}

// All expected values: SciPy 1.17.1 (stats.t, stats.norm, stats.mannwhitneyu(…, alternative='greater')).
describe('known answers of SciPy', () => {
  it.each([
    [0, 3, 0.5],
    [1, 1, 0.75],
    [-2.5, 4.5, 0.029952843251100272],
    [3.3, 8, 0.9945705741950035],
    [1.96, 1000, 0.9748634075221256],
    [-0.001, 2.5, 0.49963819136039245],
  ])('Student P(t ≤ %d) with %d degrees of freedom', (value, degrees, expected) => {
    expect(computeStudentProbability(value, degrees)).toBeCloseTo(expected, 7)
  })

  it.each([
    [-6, 16.5, 8.132539451101681e-6],
    [-12, 10, 1.460704412384992e-7],
    [-40, 20, 7.287348277155374e-21],
  ])('far tails: Student P(t ≤ %d) with %d degrees of freedom', (value, degrees, expected) => {
    expect(computeStudentProbability(value, degrees) / expected).toBeCloseTo(1, 6)
  })

  it.each([-1e300, Number.NEGATIVE_INFINITY])('stays a probability for a t of %d', (value) => {
    expect(computeStudentProbability(value, 3)).toBeCloseTo(0, 12)
    expect(computeStudentProbability(-value, 3)).toBeCloseTo(1, 12)
  })

  it.each([
    [0.975, 4, 2.7764451051977934],
    [0.99, 8.5, 2.856327522506081],
    [0.95, 2.5, 2.5582186141359355],
    [0.995, 16.5, 2.90912613616054],
    [0.9999, 10, 5.693820101457592],
    [1 - 0.01 / 7, 12, 3.733209714561561],
  ])('Student quantile of %d with %d degrees of freedom', (probability, degrees, expected) => {
    expect(computeStudentQuantile(probability, degrees)).toBeCloseTo(expected, 6)
  })

  it.each([
    [-3, 0.0013498980316300933],
    [-1.5, 0.06680720126885807],
    [0, 0.5],
    [2.7, 0.9965330261969594],
  ])('normal P(z ≤ %d)', (value, expected) => {
    expect(jStat.normal.cdf(value, 0, 1)).toBeCloseTo(expected, 9)
  })

  it.each([
    ['6 against 6, exact', [1.2, 3.4, 2.2, 5.1, 4.0, 2.9], [3.1, 4.4, 6.0, 5.5, 2.5, 7.2], 0.06601731601731602],
    ['4 against 5, exact', [10.1, 9.8, 10.4, 10.0], [10.2, 10.6, 9.9, 10.9, 11.3], 0.09523809523809523],
    ['ties, all arrangements counted', [1, 2, 2, 3], [2, 3, 3, 4, 4], 0.07936507936507936],
    ['many ties, all arrangements counted', [5, 5, 5, 6], [5, 6, 6, 7], 0.18571428571428572],
    ['20 against 25 with ties, asymptotic', scatteredTies.lower, scatteredTies.upper, 0.1948644876164654],
  ])('Mann–Whitney, %s', (_, lower, upper, expected) => {
    expect(computeRankProbability(lower, upper)).toBeCloseTo(expected, 9)
  })
})

describe('the upper tail of F', () => {
  it.each([
    [4.9646, 1, 10, 0.05],
    [4.2839, 6, 6, 0.05],
    [3.2592, 4, 12, 0.05],
    [2.8486, 8, 12, 0.05],
    [5.412, 4, 12, 0.01],
  ])('at %d with %d and %d degrees of freedom (printed tables)', (ratio, upper, lower, expected) => {
    expect(computeVarianceRatioProbability(ratio, upper, lower)).toBeCloseTo(expected, 4)
  })

  it('is one at zero and nothing at infinity', () => {
    expect(computeVarianceRatioProbability(0, 4, 12)).toBe(1)
    expect(computeVarianceRatioProbability(Number.POSITIVE_INFINITY, 4, 12)).toBe(0)
    expect(computeVarianceRatioProbability(Number.MAX_VALUE, 4, 0.5)).toBeCloseTo(0, 12)
  })
})

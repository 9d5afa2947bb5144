import jStat from 'jstat'
import { describe, expect, it } from 'vitest'
import {
  computeRankProbability,
  computeStudentProbability,
  computeStudentQuantile,
  computeVarianceRatioProbability,
} from '../../../../src/domain/detection/noise/probabilities.ts'

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

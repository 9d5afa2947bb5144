import { describe, expect, it } from 'vitest'
import {
  interpolateQuantile,
  computeRangeMedian,
  sortRange,
} from '../../../../../src/domain/detection/noise/order-statistics.ts'
import { computeStudentQuantile } from '../../../../../src/domain/detection/noise/probabilities.ts'
import { computeMedian, computeQuantile } from '../../../../../src/domain/core/statistics.ts'

const values = [3.1, -2, 7.5, 0.4, 9, 9, 1.25]

describe('order statistics (F-08)', () => {
  // scipy 1.10.1: stats.mstats.mquantiles(values, shares, alphap=1, betap=1)
  it.each([
    [0, -2],
    [0.1, -0.56],
    [0.25, 0.825],
    [0.5, 3.1],
    [0.9, 9],
    [1, 9],
  ])('agree with scipy on the quantile %f', (share, expected) => {
    expect(interpolateQuantile(sortRange(Float64Array.from(values)), share)).toBeCloseTo(expected, 12)
    expect(
      computeQuantile(
        values.toSorted((a, b) => a - b),
        share,
      ),
    ).toBeCloseTo(expected, 12)
  })

  it('take the median of an even number from the middle two, of a range alone, and of nothing as NaN', () => {
    expect(computeRangeMedian(Float64Array.of(4, 1, 2, 3))).toBe(2.5)
    expect(computeMedian([4, 1, 2, 3])).toBe(2.5)
    expect(computeRangeMedian(Float64Array.of(9, 1, 2, 3, 9), 1, 4)).toBe(2)
    expect(computeRangeMedian(new Float64Array())).toBeNaN()
  })
})

describe('studentQuantile (F-08)', () => {
  // scipy 1.10.1: stats.t.ppf(0.975, degrees)
  it.each([
    [2, 4.302652729911275],
    [3, 3.182446305284263],
    [7, 2.3646242510102993],
    [24, 2.0638985616280205],
    [100, 1.9839715184496334],
  ])('agrees with scipy for %i degrees of freedom', (degrees, expected) => {
    expect(computeStudentQuantile(0.975, degrees)).toBeCloseTo(expected, 6)
  })
})

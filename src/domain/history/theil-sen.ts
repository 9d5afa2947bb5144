import jStat from 'jstat'
import { interpolateQuantile, computeRangeMedian } from '../detection/noise/order-statistics.ts'
import type { Interval } from '../core/statistics.ts'

/** A straight line with the median of the slopes between all pairs of points. */
export type TheilSen = {
  readonly slope: number
  /** Median of y − slope · x. */
  readonly intercept: number
  readonly slopeInterval: Interval
}

/** Options of the fit. */
export type TheilSenOptions = {
  readonly confidence: number
  /** Variance of a long mean as a multiple of that of independent values; widens the interval. Default: 1. */
  readonly longRunFactor?: number
}

/**
 * Theil–Sen slope with an interval from Kendall's score (Sen, Journal of the American Statistical Association 63,
 * 1968), with correction for ties. Tolerates up to 29 % outliers. Autocorrelation multiplies the variance of the score
 * (Yue & Wang, Water Resources Management 18, 2004). Time grows with the square of the number of points.
 *
 * @throws RangeError when there are no two points with different x
 */
export function fitTheilSen(x: Float64Array, y: Float64Array, options: TheilSenOptions): TheilSen {
  const slopes = computeSlopes(x, y)
  if (slopes.length === 0) throw new RangeError('a slope needs two points with different x')
  const slope = interpolateQuantile(slopes, 0.5)
  const deviations = jStat.normal.inv((1 + options.confidence) / 2, 0, 1)
  const reach = deviations * Math.sqrt(computeScoreVariance(x, y) * (options.longRunFactor ?? 1))
  const low = Math.max(0, Math.round((slopes.length - reach) / 2) - 1)
  const high = Math.min(slopes.length - 1, Math.round((slopes.length + reach) / 2))
  return {
    slope,
    intercept: computeRangeMedian(y.map((value, index) => value - slope * (x[index] ?? 0))),
    slopeInterval: [slopes[low] ?? slope, slopes[high] ?? slope],
  }
}

/** Slopes between all pairs of points, ascending. */
function computeSlopes(x: Float64Array, y: Float64Array): Float64Array {
  const slopes = new Float64Array((x.length * (x.length - 1)) / 2)
  let count = 0
  for (let one = 0; one < x.length; one++) {
    for (let other = one + 1; other < x.length; other++) {
      const distance = (x[other] ?? 0) - (x[one] ?? 0)
      if (distance !== 0) slopes[count++] = ((y[other] ?? 0) - (y[one] ?? 0)) / distance
    }
  }
  return slopes.subarray(0, count).toSorted()
}

/** Variance of Kendall's score without a trend (equation 2.6 of Sen 1968), corrected for ties in x and y. */
function computeScoreVariance(x: Float64Array, y: Float64Array): number {
  const ties = [...countTies(x), ...countTies(y)].reduce((sum, size) => sum + computeScoreTerm(size), 0)
  return Math.max(0, computeScoreTerm(x.length) - ties) / 18
}

function computeScoreTerm(count: number): number {
  return count * (count - 1) * (2 * count + 5)
}

function countTies(values: Float64Array): number[] {
  return [...Map.groupBy(values, (value) => value).values()].map((same) => same.length)
}

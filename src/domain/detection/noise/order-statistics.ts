import { computeMean } from '../../core/statistics.ts'

/** Sorted copy (ascending) of the values from index `from` up to but not including `to`. */
export function sortRange(values: Float64Array, from = 0, to = values.length): Float64Array {
  return values.subarray(from, to).toSorted()
}

/** Quantile of ascending values by linear interpolation (type 7 of Hyndman & Fan 1996); NaN for an empty array. */
export function interpolateQuantile(sorted: Float64Array, share: number): number {
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)] ?? Number.NaN
  const above = sorted[Math.ceil(position)] ?? Number.NaN
  return below + (above - below) * (position - Math.floor(position))
}

/** Median of the values from index `from` up to but not including `to`; NaN for an empty range. */
export function computeRangeMedian(values: Float64Array, from = 0, to = values.length): number {
  return interpolateQuantile(sortRange(values, from, to), 0.5)
}

/**
 * Median of plain numbers; NaN for an empty list, where that of `core/statistics.ts` throws. Uses a typed array, which
 * sorts numerically without a comparison function.
 */
export function computeMedian(values: readonly number[]): number {
  return computeRangeMedian(Float64Array.from(values))
}

/** Differences between each value and a center. */
export function computeResiduals(values: readonly number[], center: number): number[] {
  return values.map((value) => value - center)
}

/** Sum of squared deviations from the mean. */
export function sumSquaresAboutMean(values: readonly number[]): number {
  const center = computeMean(values)
  return values.reduce((sum, value) => sum + (value - center) ** 2, 0)
}

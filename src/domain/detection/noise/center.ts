import { computeMean } from '../../core/statistics.ts'
import { computeRangeMedian } from './order-statistics.ts'

/**
 * Median of plain numbers; NaN for an empty list. Uses a typed array, which sorts numerically without a comparison
 * function.
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

import { computeMean } from '../../core/statistics.ts'
import { computeRangeMedian } from './order-statistics.ts'

/** NaN when there are none; on an array of plain numbers, which sorts without a comparison function. */
export function computeMedian(values: readonly number[]): number {
  return computeRangeMedian(Float64Array.from(values))
}

/** How far each value lies from a centre. */
export function computeResiduals(values: readonly number[], centre: number): number[] {
  return values.map((value) => value - centre)
}

/** Sum of squared distances from the mean. */
export function sumSquaresAboutMean(values: readonly number[]): number {
  const centre = computeMean(values)
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
}

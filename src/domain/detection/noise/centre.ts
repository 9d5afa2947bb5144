import { meanOf } from '../../core/statistics.ts'
import { rangeMedian } from './order-statistics.ts'

/** NaN when there are none; on an array of plain numbers, which sorts without a comparison function. */
export function median(values: readonly number[]): number {
  return rangeMedian(Float64Array.from(values))
}

/** How far each value lies from a centre. */
export function residualsFrom(values: readonly number[], centre: number): number[] {
  return values.map((value) => value - centre)
}

/** Sum of squared distances from the mean. */
export function squaresAboutMean(values: readonly number[]): number {
  const centre = meanOf(values)
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
}

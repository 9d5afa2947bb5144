import { normalPerMad } from '../../core/statistics.ts'
import { computeRangeMedian } from '../noise/order-statistics.ts'

/** Robust standard deviations from its level beyond which a value is an outlier. */
const clipDeviations = 3

/** Arithmetic mean of at least one value. */
export function computeMean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Distance from a level beyond which a value is an outlier; 0: most values are equal. */
export function computeClip(distances: Float64Array): number {
  return clipDeviations * normalPerMad * computeRangeMedian(distances)
}

/** Moves outliers to the largest usual distance from their level. */
export function clipToLevel(values: Float64Array, level: number): Float64Array {
  const clip = computeClip(values.map((value) => Math.abs(value - level)))
  return values.map((value) => Math.min(level + clip, Math.max(level - clip, value)))
}

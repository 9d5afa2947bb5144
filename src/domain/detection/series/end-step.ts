import { computeRangeMedian } from '../noise/order-statistics.ts'
import { clipToLevel, computeMean } from './level.ts'
import { computeLeastLoneRatio } from './lone-step.ts'
import { estimateAutocorrelatedNoise } from './series-noise.ts'

/** Values of the new level; with more, the other searches find a step. */
const newest: readonly number[] = [3, 4, 5]
/** Values before them that show the noise. */
const fewestBefore = 10
/** Values before them that count: older ones say little about the noise of today. */
const mostBefore = 100

/**
 * Finds a step before the last three to five values of a level that starts at `from`, and returns the index of the first
 * of them; null without one. Two conditions: every one of them lies beyond every earlier value, which by chance happens
 * in 2 of C(n, k) orders, and the step reaches the same multiple of its standard error as a lone step, with the noise and
 * the autocorrelation of the earlier values.
 */
export function findEndStep(values: Float64Array, from: number, minStep: number): number | null {
  const most = newest.findLast((count) => isEndStep(values, from, values.length - count, minStep))
  return most === undefined ? null : values.length - most
}

function isEndStep(values: Float64Array, from: number, at: number, minStep: number): boolean {
  const before = values.subarray(Math.max(from, at - mostBefore), at)
  const after = values.subarray(at)
  if (before.length < fewestBefore) return false
  const isApart = Math.min(...after) > Math.max(...before) || Math.max(...after) < Math.min(...before)
  const [level, next] = [computeRangeMedian(before), computeRangeMedian(after)]
  if (!isApart || Math.abs(next - level) < minStep) return false
  const clipped = clipToLevel(before, level)
  const mean = computeMean(clipped)
  const { variance, correlation } = estimateAutocorrelatedNoise([clipped.map((value) => value - mean)])
  if (variance === 0) return false
  const longRunVariance = (variance * (1 + correlation)) / (1 - correlation)
  const error = Math.sqrt(longRunVariance * (1 / after.length + 1 / before.length))
  return Math.abs(next - level) >= computeLeastLoneRatio(before.length + after.length) * error
}

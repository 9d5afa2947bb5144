import { estimateAutocorrelatedNoise, computeMeanVarianceFactor } from '../detection/series/series-noise.ts'
import { findChangePoints } from '../detection/series/change-points.ts'
import { describeChanges, type Estimate } from '../detection/series/describe-changes.ts'
import { computeRangeMedian } from '../detection/noise/order-statistics.ts'
import { normalPerMad } from '../core/statistics.ts'
import { computeStudentQuantile } from '../detection/noise/probabilities.ts'
import { fitTheilSen, type TheilSen } from './theil-sen.ts'

/** A line through recent values, with the quantities needed to extrapolate it. */
export type RecentTrend = TheilSen & {
  /** Median position, and the line there. */
  readonly middle: number
  readonly center: Estimate
  /** Quantile of Student's t at the requested confidence. */
  readonly quantile: number
}

const parametersOfLine = 2
const clipDeviations = 3
/** Variance of a median divided by that of a mean, for many normal values. */
const medianInefficiency = Math.PI / 2

/** Index of the first value after the last step. Steps that fit a straight line are a drift and do not count. */
export function findLastLevelStart(values: readonly number[]): number {
  const steps = describeChanges(values, findChangePoints(values, null)).filter(({ isLikeALine }) => !isLikeALine)
  return steps.at(-1)?.at ?? 0
}

/**
 * Fits a robust line through at least three values at ascending positions; its intervals are widened for
 * autocorrelation.
 */
export function fitRecentTrend(places: Float64Array, values: Float64Array, confidence: number): RecentTrend {
  const plain = fitTheilSen(places, values, { confidence })
  const residuals = values.map((value, index) => value - plain.intercept - plain.slope * (places[index] ?? 0))
  const clip = clipDeviations * normalPerMad * computeRangeMedian(residuals.map(Math.abs))
  const trimmed = residuals.map((value) => Math.min(clip, Math.max(-clip, value)))
  const noise = estimateAutocorrelatedNoise([trimmed], parametersOfLine)
  const quantile = computeStudentQuantile((1 + confidence) / 2, Math.floor(noise.degreesOfFreedom))
  const factor = computeMeanVarianceFactor(values.length, noise.correlation)
  const line = fitTheilSen(places, values, { confidence, longRunFactor: factor })
  const middle = computeRangeMedian(places)
  return {
    ...line,
    middle,
    quantile,
    center: {
      value: line.intercept + line.slope * middle,
      variance: (medianInefficiency * noise.variance * factor) / values.length,
    },
  }
}

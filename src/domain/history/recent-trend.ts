import { estimateAutocorrelatedNoise, computeMeanVarianceFactor } from '../detection/series/autocorrelated-noise.ts'
import { findChangePoints } from '../detection/series/change-points.ts'
import { describeChanges } from '../detection/series/describe-changes.ts'
import type { Estimate } from '../detection/series/fieller.ts'
import { computeRangeMedian } from '../detection/noise/order-statistics.ts'
import { normalPerMad } from '../detection/noise/noise-prior.ts'
import { computeStudentQuantile } from '../detection/noise/student-quantile.ts'
import { fitTheilSen, type TheilSen } from './theil-sen.ts'

/** A line through recent values, with what is needed to ask where it will be. */
export type RecentTrend = TheilSen & {
  /** The middle of the places, and the line there. */
  readonly middle: number
  readonly centre: Estimate
  /** Of Student's t at the confidence asked for. */
  readonly quantile: number
}

const parametersOfLine = 2
const clipDeviations = 3
/** Variance of a median over that of a mean, many normal values. */
const medianInefficiency = Math.PI / 2

/** First index of the values that no step parts from the last one. A stair that is a drift in truth is no step. */
export function findLastLevelStart(values: readonly number[]): number {
  const steps = describeChanges(values, findChangePoints(values, null)).filter(({ isLikeALine }) => !isLikeALine)
  return steps.at(-1)?.at ?? 0
}

/** Robust line through at least three values at ascending places, its intervals widened for autocorrelation. */
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
    centre: {
      value: line.intercept + line.slope * middle,
      variance: (medianInefficiency * noise.variance * factor) / values.length,
    },
  }
}

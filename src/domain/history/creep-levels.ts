import {
  computeMeanVarianceFactor,
  type AutocorrelatedNoise,
  estimateSeriesNoise,
} from '../detection/series/series-noise.ts'
import { computeMedian, computeResiduals, sumSquaresAboutMean } from '../detection/noise/order-statistics.ts'
import type { Estimate } from '../detection/series/describe-changes.ts'
import type { Anchor } from './creep.ts'

const recentValues = 8
const clipDeviations = 3
/**
 * The median of absolute differences has about a third of the degrees of freedom of a variance from the same values.
 */
const valuesPerDegreeOfFreedom = 3

/** Estimates the noise from differences between values, which neither a drift nor a few steps inflate. */
export function estimateDriftingNoise(logs: Float64Array): AutocorrelatedNoise {
  const { sigma, longRunFactor } = estimateSeriesNoise(logs)
  return {
    variance: sigma ** 2,
    correlation: (longRunFactor - 1) / (longRunFactor + 1),
    degreesOfFreedom: Math.max(2, logs.length / valuesPerDegreeOfFreedom),
  }
}

/** Mean of the last 8 values, or of those since the last step; outliers are clipped. */
export function estimateCurrentLevel(logs: Float64Array, noise: AutocorrelatedNoise, lastStep: number): Estimate {
  const recent = [...logs.subarray(Math.max(lastStep, logs.length - recentValues))]
  const center = computeMedian(recent)
  const clip = clipDeviations * Math.sqrt(noise.variance)
  const trimmed = computeResiduals(recent, center).map((residual) => Math.min(clip, Math.max(-clip, residual)))
  const factor = computeMeanVarianceFactor(recent.length, noise.correlation)
  return {
    value: center + trimmed.reduce((sum, residual) => sum + residual, 0) / recent.length,
    variance: (noise.variance * factor) / recent.length,
  }
}

/**
 * An anchor is one session: whatever its number of samples, its variance is at least that of one value of the history.
 */
export function estimateAnchorLevel({ samples }: Anchor, noise: AutocorrelatedNoise): Estimate {
  const logs = samples.map(Math.log)
  const ownVariance = logs.length < 2 ? 0 : sumSquaresAboutMean(logs) / (logs.length - 1) / logs.length
  return { value: computeMedian(logs), variance: Math.max(noise.variance, (Math.PI / 2) * ownVariance) }
}

import { meanVarianceFactor, type AutocorrelatedNoise } from '../detection/series/autocorrelated-noise.ts'
import { median, residualsFrom, squaresAboutMean } from '../detection/noise/centre.ts'
import type { Estimate } from '../detection/series/fieller.ts'
import { seriesNoise } from '../detection/series/series-noise.ts'
import type { Anchor } from './creep.ts'

const recentValues = 8
const clipDeviations = 3
/** A median of absolute differences knows the noise as well as a third as many values would by their squares. */
const valuesPerDegreeOfFreedom = 3

/** From differences, which neither a drift nor a few steps can swell. */
export function driftingNoise(logs: Float64Array): AutocorrelatedNoise {
  const { sigma, longRunFactor } = seriesNoise(logs)
  return {
    variance: sigma ** 2,
    correlation: (longRunFactor - 1) / (longRunFactor + 1),
    degreesOfFreedom: Math.max(2, logs.length / valuesPerDegreeOfFreedom),
  }
}

/** Mean of the last 8 values, outliers brought in, fewer where the last step is nearer. */
export function levelNow(logs: Float64Array, noise: AutocorrelatedNoise, lastStep: number): Estimate {
  const recent = [...logs.subarray(Math.max(lastStep, logs.length - recentValues))]
  const centre = median(recent)
  const clip = clipDeviations * Math.sqrt(noise.variance)
  const trimmed = residualsFrom(recent, centre).map((residual) => Math.min(clip, Math.max(-clip, residual)))
  const factor = meanVarianceFactor(recent.length, noise.correlation)
  return {
    value: centre + trimmed.reduce((sum, residual) => sum + residual, 0) / recent.length,
    variance: (noise.variance * factor) / recent.length,
  }
}

/** However many its samples, an anchor is one session, and no better known than one value of the history. */
export function anchorLevel({ samples }: Anchor, noise: AutocorrelatedNoise): Estimate {
  const logs = samples.map(Math.log)
  const ownVariance = logs.length < 2 ? 0 : squaresAboutMean(logs) / (logs.length - 1) / logs.length
  return { value: median(logs), variance: Math.max(noise.variance, (Math.PI / 2) * ownVariance) }
}

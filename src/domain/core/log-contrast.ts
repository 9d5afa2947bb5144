import { computeStudentQuantile } from '../detection/noise/probabilities.ts'
import { summarize, type Interval, type Summary } from './statistics.ts'

/** Samples of one factor of a product. */
export type WeightedSamples = {
  readonly samples: readonly number[]
  /** Exponent of the geometric mean of these samples in the product. */
  readonly weight: number
}

/** Value of a product of geometric means, with its confidence interval. */
export type Contrast = {
  readonly value: number
  /** Null if a group has a single sample and thus no spread. */
  readonly interval: Interval | null
}

/**
 * Product of powers of geometric means, such as base² · all / (first · second · base), with Welch's interval for
 * linear contrasts of means of logarithms (Biometrika 34, 1947; degrees of freedom by Satterthwaite). Null if a group
 * has no samples or one that is not positive.
 */
export function computeLogContrast(groups: readonly WeightedSamples[], confidence: number): Contrast | null {
  if (groups.some(({ samples }) => samples.length === 0 || samples.some((value) => !(value > 0)))) return null
  const parts = groups.map(({ samples, weight }) => ({ weight, log: summarize(samples.map(Math.log)) }))
  const center = parts.reduce((sum, { weight, log }) => sum + weight * log.mean, 0)
  const half = computeHalfWidth(parts, confidence)
  return {
    value: Math.exp(center),
    interval: half === null ? null : [Math.exp(center - half), Math.exp(center + half)],
  }
}

function computeHalfWidth(
  parts: readonly { readonly weight: number; readonly log: Summary }[],
  confidence: number,
): number | null {
  if (parts.some(({ log }) => log.standardDeviation === null)) return null
  const variances = parts.map(({ weight, log }) => (weight * (log.standardDeviation ?? 0)) ** 2 / log.count)
  const variance = variances.reduce((sum, part) => sum + part, 0)
  if (variance === 0) return 0
  const spread = parts.reduce((sum, { log }, index) => sum + (variances[index] ?? 0) ** 2 / (log.count - 1), 0)
  return computeStudentQuantile((1 + confidence) / 2, variance ** 2 / spread) * Math.sqrt(variance)
}

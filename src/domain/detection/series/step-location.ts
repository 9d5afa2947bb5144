import type { SeriesLevel, LevelFit } from './levels.ts'

/** Possible positions of the step between two adjacent levels. */
export type StepLocation = {
  /** First and last index, as the first value of the new level, that fit nearly as well as the best. */
  readonly first: number
  readonly last: number
  /** True if one straight line fits both levels better than the step. */
  readonly isLikeALine: boolean
}

/** The 95 % quantile of the distribution (1 − e^(−x/2))². */
const likelihoodDrop = -2 * Math.log(1 - Math.sqrt(0.95))
const rounding = 1e-12

/**
 * Confidence set of the position of a step: the positions whose log likelihood is below the best by no more than the 95
 * % quantile at the true position (Hansen, "Sample splitting and threshold estimation", Econometrica 68, 2000), in
 * long-run variances to account for autocorrelation (Bai, Review of Economics and Statistics 79, 1997). `widening` is
 * the factor by which an interval grows because that variance is estimated. Both levels are refitted at each position.
 */
export function locateStep(
  values: Float64Array,
  [before, after]: readonly [SeriesLevel, SeriesLevel],
  { noise, clip, widening }: Pick<LevelFit, 'noise' | 'clip'> & { readonly widening: number },
): StepLocation {
  const [low, high] = [Math.min(before.mean, after.mean) - clip, Math.max(before.mean, after.mean) + clip]
  const span = values.subarray(before.from, after.to).map((value) => Math.min(high, Math.max(low, value)) - before.mean)
  const gains = computeStepGains(span)
  const best = gains.reduce((most, gain) => Math.max(most, gain), 0)
  const longRunVariance = (noise.variance * (1 + noise.correlation)) / (1 - noise.correlation)
  const bar = best * (1 - rounding) - likelihoodDrop * widening ** 2 * longRunVariance
  const isPlausible = (gain: number): boolean => gain >= bar
  return {
    first: Math.min(after.from, before.from + 1 + gains.findIndex(isPlausible)),
    last: Math.max(after.from, before.from + 1 + gains.findLastIndex(isPlausible)),
    isLikeALine: computeLineGain(span) > best,
  }
}

/**
 * Reduction of the sum of squares when the level changes after 1, 2, … values, plus the constant reduction by one
 * level.
 */
function computeStepGains(span: Float64Array): Float64Array {
  const total = span.reduce((sum, value) => sum + value, 0)
  let left = 0
  return Float64Array.from({ length: span.length - 1 }, (_, index) => {
    left += span[index] ?? 0
    return left ** 2 / (index + 1) + (total - left) ** 2 / (span.length - 1 - index)
  })
}

/** Reduction of the sum of squares by a straight line through all values. */
function computeLineGain(span: Float64Array): number {
  const middle = (span.length - 1) / 2
  let [total, moment] = [0, 0]
  for (const [index, value] of span.entries()) {
    total += value
    moment += (index - middle) * value
  }
  return total ** 2 / span.length + (12 * moment ** 2) / (span.length * (span.length ** 2 - 1))
}

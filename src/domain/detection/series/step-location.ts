import type { SeriesLevel, LevelFit } from './levels.ts'

/** Where the step between two neighbouring levels may lie. */
export type StepLocation = {
  /** First and last index that fit nearly as well as the best: the change is the first value of the new level. */
  readonly first: number
  readonly last: number
  /** True where one straight line fits both levels better than the step does. */
  readonly isLikeALine: boolean
}

/** Quantile of (1 − e^(−x/2))² at 95 %. */
const likelihoodDrop = -2 * Math.log(1 - Math.sqrt(0.95))
const rounding = 1e-12

/**
 * The places whose likelihood falls short of the best by no more than the 95 % quantile of that shortfall at the true
 * place (Hansen, "Sample splitting and threshold estimation", Econometrica 68, 2000), in long-run variances because of
 * the autocorrelation (Bai, Review of Economics and Statistics 79, 1997). `widening` is the factor by which an interval
 * grows because that variance is itself estimated. Both levels are fitted anew for each place.
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

/** By how much the sum of squares falls when the level changes after 1, 2, … values; plus what a single level gains. */
function computeStepGains(span: Float64Array): Float64Array {
  const total = span.reduce((sum, value) => sum + value, 0)
  let left = 0
  return Float64Array.from({ length: span.length - 1 }, (_, index) => {
    left += span[index] ?? 0
    return left ** 2 / (index + 1) + (total - left) ** 2 / (span.length - 1 - index)
  })
}

/** The same for a straight line through all of the values. */
function computeLineGain(span: Float64Array): number {
  const middle = (span.length - 1) / 2
  let [total, moment] = [0, 0]
  for (const [index, value] of span.entries()) {
    total += value
    moment += (index - middle) * value
  }
  return total ** 2 / span.length + (12 * moment ** 2) / (span.length * (span.length ** 2 - 1))
}

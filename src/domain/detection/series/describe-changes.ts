import type { Interval } from '../../core/statistics.ts'
import jStat from 'jstat'
import {
  computeMeanVarianceFactor,
  estimateAutocorrelatedNoise,
  type AutocorrelatedNoise,
  estimateSeriesNoise,
} from './series-noise.ts'
import { toFiniteShare } from '../pair/pair.ts'
import { selectFiniteValues, toSeriesUnit, scaleSeries, type SeriesScale, fewestSeriesValues } from './change-points.ts'
import { computeStudentQuantile } from '../noise/probabilities.ts'
import { computeRangeMedian } from '../noise/order-statistics.ts'
import { computeLeastLoneRatio, estimateTwoLevelNoise } from './lone-step.ts'

/** `candidate`: worth an interleaved run of the commit and its parent. `confirmed`: by enough later values. */
export type ChangeStatus = 'candidate' | 'confirmed'

/** A level in the unit of the values, and the number of values in it. */
export type LevelSummary = { readonly level: number; readonly count: number }

/** Description of one change point. All indices refer to the complete series, including gaps. */
export type Change = {
  /** Index of the first value of the new level. */
  readonly at: number
  /** First and last index that fit nearly as well as `at`, at 95 % confidence. */
  readonly where: Interval
  /** New level / old level − 1; null when the old level is not above zero. */
  readonly effect: number | null
  /** 95 % confidence interval of the effect; null when the old level does not differ significantly from zero. */
  readonly interval: Interval | null
  readonly before: LevelSummary
  readonly after: LevelSummary
  /** True if a straight line fits both levels better than the step: a drift has no single causing commit. */
  readonly isLikeALine: boolean
  readonly status: ChangeStatus
}

const confidence = 0.95
/** The search for change points uses as many values on each side to distinguish a jump from a drift. */
const defaultSettledAfter = 12

/**
 * Locates each change point and estimates its size, with 95 % intervals that account for autocorrelation; in nearly
 * linear time. `changePoints` are ascending indices of finite values, as from `findChangePoints`. Each interval treats
 * its change point as given, so the size of a step that barely passed the search is overestimated. `settledAfter`: number
 * of values after which a new level is confirmed.
 *
 * @throws RangeError for an index that is not a finite value of the series after the first, or not ascending
 */
export function describeChanges(
  values: readonly number[],
  changePoints: readonly number[],
  settledAfter = defaultSettledAfter,
): Change[] {
  if (changePoints.length === 0) return []
  const { places, finite } = selectFiniteValues(values)
  const scale = scaleSeries(finite, Infinity)
  let start = 0
  const starts = changePoints.map((at) => {
    start = places.indexOf(at, start + 1)
    if (start > 0) return start
    throw new RangeError(`${at} is not a change point: give ascending indices of finite values after the first`)
  })
  const found = fitLevels(scale.scaled, starts)
  return changePoints.map((at, order) => {
    const sides = [found.levels[order] as SeriesLevel, found.levels[order + 1] as SeriesLevel] as const
    const { first, last, ...described } = describeStep(scale, found, sides)
    const where = [places[first] ?? at, places[last] ?? at] as const
    const isSettled = described.after.count >= settledAfter && !described.isLikeALine
    return { at, where, ...described, status: isSettled ? 'confirmed' : 'candidate' }
  })
}

function describeStep(scale: SeriesScale, { noise, clip }: LevelFit, sides: readonly [SeriesLevel, SeriesLevel]) {
  // Rounded down: conservative, and only few different quantiles need the slow inversion.
  const quantile = computeStudentQuantile((1 + confidence) / 2, Math.floor(noise.degreesOfFreedom))
  const widening = quantile / jStat.normal.inv((1 + confidence) / 2, 0, 1)
  const [before, after] = sides.map(({ from, to, mean }): Estimate => {
    const factor = computeMeanVarianceFactor(to - from, noise.correlation)
    return { value: mean, variance: (noise.variance * factor) / (to - from) }
  }) as [Estimate, Estimate]
  const [old, now] = sides.map(({ from, to, mean }) => ({ level: toSeriesUnit(scale, mean), count: to - from })) as [
    LevelSummary,
    LevelSummary,
  ]
  return {
    ...locateStep(scale.scaled, sides, { noise, clip, widening }),
    ...computeStepSize(before, after, quantile, scale),
    before: old,
    after: now,
  }
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
function locateStep(
  values: Float64Array,
  [before, after]: readonly [SeriesLevel, SeriesLevel],
  { noise, clip, widening }: Pick<LevelFit, 'noise' | 'clip'> & { readonly widening: number },
) {
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

/**
 * Computes new level / old level − 1, from differences on a log scale and from ratios on a linear one. `quantile` is
 * that of Student's t at the requested confidence. The effect is null if the old level is not above zero, so that no
 * ratio exists; the interval if that level does not differ significantly from zero.
 */
function computeStepSize(
  before: Estimate,
  after: Estimate,
  quantile: number,
  { isLog }: Pick<SeriesScale, 'isLog'>,
): Pick<Change, 'effect' | 'interval'> {
  if (isLog) {
    const step = after.value - before.value
    const margin = quantile * Math.sqrt(before.variance + after.variance)
    return { effect: toFiniteShare(step), interval: [toFiniteShare(step - margin), toFiniteShare(step + margin)] }
  }
  if (before.value <= 0) return { effect: null, interval: null }
  const ratios = computeRatioInterval(after, before, quantile)
  // A level close to zero gives an infinite ratio, and JSON has no infinity.
  const effect = Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, after.value / before.value - 1))
  return { effect, interval: ratios && [ratios[0] - 1, ratios[1] - 1] }
}

/** An estimate and the variance of its error. */
export type Estimate = { readonly value: number; readonly variance: number }

/**
 * Fieller's confidence interval of the ratio of two independent estimates (Journal of the Royal Statistical Society B
 * 16, 1954). Null if the denominator does not differ significantly from zero, so that the interval is unbounded, or if
 * a limit overflows. `quantile` is that of Student's t at the requested confidence.
 */
export function computeRatioInterval(numerator: Estimate, denominator: Estimate, quantile: number): Interval | null {
  // Scaled by the denominator, so that squares of tiny levels do not underflow.
  const ratio = numerator.value / denominator.value
  const doubt = (quantile * Math.sqrt(denominator.variance)) / Math.abs(denominator.value)
  const rest = 1 - doubt ** 2
  if (!(rest > 0)) return null
  const spread = (quantile * Math.sqrt(numerator.variance)) / Math.abs(denominator.value)
  const root = Math.hypot(ratio * doubt, spread * Math.sqrt(rest))
  const ends = [(ratio - root) / rest, (ratio + root) / rest] as const
  return ends.every(Number.isFinite) ? ends : null
}

/** The part of a series between two change points. */
type SeriesLevel = {
  /** Index of its first value, and of the first value of the next level. */
  readonly from: number
  readonly to: number
  /** Mean of its values, with outliers clipped. */
  readonly mean: number
}

/** The levels of a series and the noise around them. */
type LevelFit = {
  readonly levels: readonly SeriesLevel[]
  readonly noise: AutocorrelatedNoise
  /** Distance from the level at which values are clipped, in the unit of the values. */
  readonly clip: number
}

const clipDeviations = 3

/** Fits the levels between ascending change points; each level has at least one value. */
function fitLevels(values: Float64Array, starts: readonly number[]): LevelFit {
  const clip = clipDeviations * estimateSeriesNoise(values).sigma
  const levels: SeriesLevel[] = []
  const residuals: Float64Array[] = []
  for (const [index, from] of [0, ...starts].entries()) {
    const to = starts[index] ?? values.length
    const center = computeRangeMedian(values, from, to)
    const trimmed = values.subarray(from, to).map((value) => Math.min(center + clip, Math.max(center - clip, value)))
    const mean = trimmed.reduce((sum, value) => sum + value, 0) / trimmed.length
    levels.push({ from, to, mean })
    residuals.push(trimmed.map((value) => value - mean))
  }
  return { levels, noise: estimateAutocorrelatedNoise(residuals), clip }
}

/** Normal quantile of a power of 80 %. */
const powerQuantile = 0.84
/** Factor from simulation: the search also loses power by estimating position, noise and autocorrelation. */
const lossOfSearch = 1.25

/**
 * Minimum detectable effect of a history without a change: the smallest step in the middle of the series that the
 * search finds in about 80 % of cases, as a share of the level. Autocorrelation raises it. Null for fewer than 8 finite
 * values and for a level that is not above zero.
 */
export function computeDetectableStep(values: readonly number[]): number | null {
  const { finite } = selectFiniteValues(values)
  if (finite.length < fewestSeriesValues) return null
  const scale = scaleSeries(finite, Infinity)
  const level = toSeriesUnit(scale, computeRangeMedian(scale.scaled))
  if (!(level > 0)) return null
  // An undetected step must not count as noise.
  const noise = estimateTwoLevelNoise(scale.scaled) ?? fitLevels(scale.scaled, []).noise
  const longRunVariance = (noise.variance * (1 + noise.correlation)) / (1 - noise.correlation)
  const half = Math.floor(finite.length / 2)
  const standardError = Math.sqrt(longRunVariance * (1 / half + 1 / (finite.length - half)))
  // In longer series the penalty per change point dominates, which grows with the logarithm of the length.
  const leastRatio = Math.max(computeLeastLoneRatio(finite.length), 2.4 * Math.sqrt(Math.log(finite.length)))
  const step = lossOfSearch * (leastRatio + powerQuantile) * standardError
  return scale.isLog ? Math.expm1(step) : (step * scale.unit) / level
}

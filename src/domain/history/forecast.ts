import { type Interval, normalPerMad } from '../core/statistics.ts'
import { computeRatioInterval, describeChanges, type Estimate } from '../detection/series/describe-changes.ts'
import { computeRangeMedian, interpolateQuantile } from '../detection/noise/order-statistics.ts'
import { selectFiniteValues, findChangePoints } from '../detection/series/change-points.ts'
import { isMet, type Operator } from '../verdict/requirement.ts'
import { estimateAutocorrelatedNoise, computeMeanVarianceFactor } from '../detection/series/series-noise.ts'
import { computeStudentQuantile } from '../detection/noise/probabilities.ts'
import jStat from 'jstat'

/** Level and slope of a series, in the unit of the values and that unit per run. */
type Trend = {
  /** Fitted level of the last run. */
  readonly level: number
  /** First index of the fitted values; earlier values have another level. */
  readonly from: number
  readonly count: number
  readonly slope: number
  readonly slopeInterval: Interval
}

/** Forecast of when a limit will be crossed. All intervals have 95 % confidence. */
export type Forecast =
  | { readonly kind: 'too-few-values'; readonly level: number | null; readonly count: number; readonly needed: number }
  /** The level breaks the limit. A single value beyond the limit is not enough. */
  | { readonly kind: 'already-crossed'; readonly level: number; readonly count: number }
  | ({
      /** `within-one-run`: the next run is expected to break the limit. */
      readonly kind: 'within-one-run' | 'approaching'
      /** Runs from the last one to the crossing; may be fractional. */
      readonly runs: number
      /** The upper limit is null when it is unbounded. */
      readonly interval: readonly [soonest: number, latest: number | null]
    } & Trend)
  | ({ readonly kind: 'moving-away' } & Trend)
  /** The slope does not differ significantly from zero, which does not prove that it is zero. */
  | ({ readonly kind: 'no-trend' } & Trend)

/** The limit that a forecast is about. */
export type ForecastOptions = {
  /** Required relation of the values to the limit, including whether equality is allowed. */
  readonly operator: Exclude<Operator, '=='>
}

const limitConfidence = 0.95
const fewestValues = 8
/** Older values say little about the next runs, and the time grows with the square of the number. */
const mostValues = 100

/**
 * Forecasts the number of runs until a limit is crossed, from a robust line through the values since the last step, at
 * most 100. Values that are not finite are gaps, but count as runs. Steps are not extrapolated: after several steps
 * only the last level counts; `measureCreep` measures their sum.
 *
 * @throws RangeError when the limit is not a finite number
 */
export function forecastCrossing(values: readonly number[], limit: number, { operator }: ForecastOptions): Forecast {
  if (!Number.isFinite(limit)) throw new RangeError(`the limit is ${limit}; give a finite number`)
  // Steps that fit a straight line are a drift and do not count.
  const steps = describeChanges(values, findChangePoints(values, null)).filter(({ isLikeALine }) => !isLikeALine)
  const from = steps.at(-1)?.at ?? 0
  const { places, finite } = selectFiniteValues(values.map((value, index) => (index < from ? Number.NaN : value)))
  const recent = Float64Array.from(places.slice(-mostValues))
  const recentValues = finite.slice(-mostValues)
  const count = recentValues.length
  if (count < fewestValues) return forecastFewValues(recentValues, limit, operator)
  const line = fitRecentTrend(recent, recentValues, limitConfidence)
  const isFlat = line.slopeInterval[0] <= 0 && line.slopeInterval[1] >= 0
  const last = values.length - 1
  const level = isFlat ? line.center.value : line.intercept + line.slope * last
  if (!isMet(level, operator, limit)) return { kind: 'already-crossed', level, count }
  const trend = { level, from: recent[0] ?? 0, count, slope: line.slope, slopeInterval: line.slopeInterval }
  if (isFlat) return { kind: 'no-trend', ...trend }
  const isUpper = operator === '<' || operator === '<='
  return line.slope > 0 === isUpper ? forecastLineCrossing(line, trend, limit, last) : { kind: 'moving-away', ...trend }
}

function forecastFewValues(values: Float64Array, limit: number, operator: ForecastOptions['operator']): Forecast {
  const count = values.length
  const level = count === 0 ? null : computeRangeMedian(values)
  return level === null || isMet(level, operator, limit)
    ? { kind: 'too-few-values', level, count, needed: fewestValues }
    : { kind: 'already-crossed', level, count }
}

/** Fieller's interval for the run at which the line meets the limit, counted from the last run. */
function forecastLineCrossing(line: RecentTrend, trend: Trend, limit: number, last: number): Forecast {
  const way = { value: limit - line.center.value, variance: line.center.variance }
  const [shallow, steep] = line.slopeInterval
  const slope = { value: line.slope, variance: ((steep - shallow) / 2 / line.quantile) ** 2 }
  const countFromLast = (runs: number): number => Math.max(0, runs + line.middle - last)
  const ends = computeRatioInterval(way, slope, line.quantile)
  const runs = countFromLast(way.value / line.slope)
  const fastest = line.slope > 0 ? steep : shallow
  return {
    kind: runs <= 1 ? 'within-one-run' : 'approaching',
    runs,
    interval: ends ? [countFromLast(ends[0]), countFromLast(ends[1])] : [countFromLast(way.value / fastest), null],
    ...trend,
  }
}

/** A line through recent values, with the quantities needed to extrapolate it. */
type RecentTrend = TheilSen & {
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

/** Fits a robust line through three or more values at ascending positions; autocorrelation widens its intervals. */
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

/** A straight line with the median of the slopes between all pairs of points. */
type TheilSen = {
  readonly slope: number
  /** Median of y − slope · x. */
  readonly intercept: number
  readonly slopeInterval: Interval
}

/**
 * Theil–Sen slope with an interval from Kendall's score (Sen, Journal of the American Statistical Association 63,
 * 1968), with correction for ties. Tolerates up to 29 % outliers. Autocorrelation multiplies the variance of the score
 * (Yue & Wang, Water Resources Management 18, 2004): by `longRunFactor`, the variance of a long mean as a multiple of
 * that of independent values. Time grows with the square of the number of points.
 *
 * @throws RangeError when there are no two points with different x
 */
export function fitTheilSen(
  x: Float64Array,
  y: Float64Array,
  { confidence, longRunFactor = 1 }: { readonly confidence: number; readonly longRunFactor?: number },
): TheilSen {
  const slopes = computeSlopes(x, y)
  if (slopes.length === 0) throw new RangeError('a slope needs two points with different x')
  const slope = interpolateQuantile(slopes, 0.5)
  const deviations = jStat.normal.inv((1 + confidence) / 2, 0, 1)
  const reach = deviations * Math.sqrt(computeScoreVariance(x, y) * longRunFactor)
  const low = Math.max(0, Math.round((slopes.length - reach) / 2) - 1)
  const high = Math.min(slopes.length - 1, Math.round((slopes.length + reach) / 2))
  return {
    slope,
    intercept: computeRangeMedian(y.map((value, index) => value - slope * (x[index] ?? 0))),
    slopeInterval: [slopes[low] ?? slope, slopes[high] ?? slope],
  }
}

/** Slopes between all pairs of points, ascending. */
function computeSlopes(x: Float64Array, y: Float64Array): Float64Array {
  const slopes = new Float64Array((x.length * (x.length - 1)) / 2)
  let count = 0
  for (let one = 0; one < x.length; one++) {
    for (let other = one + 1; other < x.length; other++) {
      const distance = (x[other] ?? 0) - (x[one] ?? 0)
      if (distance !== 0) slopes[count++] = ((y[other] ?? 0) - (y[one] ?? 0)) / distance
    }
  }
  return slopes.subarray(0, count).toSorted()
}

/**
 * Kendall's score of values in the order of time, in standard deviations without a trend (the test of Mann and Kendall,
 * with correction for continuity); 0 for constant values.
 */
export function computeTrendScore(values: readonly number[]): number {
  const places = Float64Array.from(values.keys())
  const slopes = computeSlopes(places, Float64Array.from(values))
  const score = slopes.reduce((sum, slope) => sum + Math.sign(slope), 0)
  const variance = computeScoreVariance(places, Float64Array.from(values))
  return variance > 0 ? (score - Math.sign(score)) / Math.sqrt(variance) : 0
}

/** Variance of Kendall's score without a trend (equation 2.6 of Sen 1968), corrected for ties in x and y. */
function computeScoreVariance(x: Float64Array, y: Float64Array): number {
  const ties = [...countTies(x), ...countTies(y)].reduce((sum, size) => sum + computeScoreTerm(size), 0)
  return Math.max(0, computeScoreTerm(x.length) - ties) / 18
}

function computeScoreTerm(count: number): number {
  return count * (count - 1) * (2 * count + 5)
}

function countTies(values: Float64Array): number[] {
  return [...Map.groupBy(values, (value) => value).values()].map((same) => same.length)
}

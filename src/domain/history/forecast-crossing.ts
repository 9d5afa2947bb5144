import { computeRatioInterval } from '../detection/series/describe-changes.ts'
import { computeRangeMedian } from '../detection/noise/order-statistics.ts'
import { selectFiniteValues } from '../detection/series/change-points.ts'
import { isMet, type Operator } from '../verdict/requirement.ts'
import type { Forecast, Trend } from './forecast.ts'
import { findLastLevelStart, fitRecentTrend, type RecentTrend } from './recent-trend.ts'

/** Options of a forecast. */
export type ForecastOptions = {
  /** Required relation of the values to the limit, including whether equality is allowed. */
  readonly operator: Exclude<Operator, '=='>
}

const confidence = 0.95
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
  const from = findLastLevelStart(values)
  const { places, finite } = selectFiniteValues(values.map((value, index) => (index < from ? Number.NaN : value)))
  const recent = Float64Array.from(places.slice(-mostValues))
  const recentValues = finite.slice(-mostValues)
  const count = recentValues.length
  if (count < fewestValues) return forecastFewValues(recentValues, limit, operator)
  const line = fitRecentTrend(recent, recentValues, confidence)
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
  if (count === 0) return { kind: 'too-few-values', level: null, count, needed: fewestValues }
  const level = computeRangeMedian(values)
  if (!isMet(level, operator, limit)) return { kind: 'already-crossed', level, count }
  return { kind: 'too-few-values', level, count, needed: fewestValues }
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

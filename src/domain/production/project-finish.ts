import { computeMean } from '../detection/series/level.ts'
import { estimateAutocorrelatedNoise } from '../detection/series/series-noise.ts'
import { computeStudentQuantile } from '../detection/noise/probabilities.ts'
import type { Interval } from '../core/statistics.ts'
import { computeWindowRates } from './progress-curve.ts'
import type { ProgressCurve } from '../../record/pipeline.ts'

/** Projected end of a stage, or of a run without stages. */
export type FinishProjection = {
  /** Mean work per second so far. */
  readonly rate: number
  /** Projected end, in seconds from the start of the process. */
  readonly seconds: number
  /** The upper limit is infinite if the work may have stopped. */
  readonly interval: Interval
  /** Number of windows that the rate is computed from. */
  readonly windows: number
}

const fewestWindows = 8
const mostWindows = 24
/** Numbers of windows per batch. */
const batchSizes = [1, 2, 3] as const

/**
 * Projects the end from the work done in windows of equal length. The interval is for the mean rate of the remaining
 * work: Student's t with the variance of both means, by the method of batch means (Schmeiser, Operations Research 30,
 * 1982). It uses the largest of three batch sizes, because slow noise shows only in long batches. It covers the result
 * of all windows and of the later half alone, so that a recent change of speed is included. A slowdown that continues
 * to grow is not predicted. A text explains why there is no projection yet.
 */
export function projectFinish(curve: ProgressCurve, confidence: number): FinishProjection | string {
  const last = curve.points.at(-1)
  if (curve.total === null) return 'the pipeline does not report its total'
  const windows = Math.min(mostWindows, curve.points.length - 1)
  const rates = windows < fewestWindows ? new Float64Array() : computeWindowRates(curve, windows)
  if (!last || rates.length === 0)
    return `${curve.points.length} of ${fewestWindows + 1} progress readings needed for a projection`
  const left = Math.max(0, curve.total - last.done)
  const elapsed = last.seconds - (curve.points[0]?.seconds ?? 0)
  const rate = computeMean(rates)
  if (rate <= 0) return 'no progress between the first and the last reading'
  const windowsLeft = Math.max(1, (left / rate / elapsed) * windows)
  const noise = { ...estimateLongRunNoise(rates), windowsLeft, confidence }
  const all = computeRateBounds(rates, noise)
  const later = computeRateBounds(rates.slice(Math.floor(windows / 2)), noise)
  const interval: Interval = [
    last.seconds + computeSecondsLeft(left, Math.max(all[1], later[1])),
    last.seconds + computeSecondsLeft(left, Math.min(all[0], later[0])),
  ]
  return { rate, seconds: last.seconds + left / rate, interval, windows }
}

type Noise = {
  /** Variance of the mean of many windows, times their number. */
  readonly variance: number
  readonly degreesOfFreedom: number
  readonly windowsLeft: number
  readonly confidence: number
}

/** Lowest and highest mean rate of the remaining work. */
function computeRateBounds(
  rates: Float64Array,
  { variance, degreesOfFreedom, windowsLeft, confidence }: Noise,
): Interval {
  const center = computeMean(rates)
  const error = Math.sqrt(variance * (1 / rates.length + 1 / windowsLeft))
  const reach = computeStudentQuantile((1 + confidence) / 2, degreesOfFreedom) * error
  return [center - reach, center + reach]
}

/**
 * Uses the largest of several estimates, because each is too low with few windows: batch means, and the correlation of
 * neighbors.
 */
function estimateLongRunNoise(rates: Float64Array): Pick<Noise, 'variance' | 'degreesOfFreedom'> {
  const center = computeMean(rates)
  const { variance, correlation } = estimateAutocorrelatedNoise([rates.map((rate) => rate - center)])
  const correlated = (variance * (1 + correlation)) / (1 - correlation)
  const batched = batchSizes.map((size) => {
    const count = Math.floor(rates.length / size)
    const batches = Float64Array.from({ length: count }, (_, index) =>
      computeMean(rates.slice(index * size, (index + 1) * size)),
    )
    const mean = computeMean(batches)
    return (size * batches.reduce((sum, value) => sum + (value - mean) ** 2, 0)) / Math.max(1, count - 1)
  })
  const fewest = Math.floor(rates.length / Math.max(...batchSizes))
  return { variance: Math.max(correlated, ...batched), degreesOfFreedom: Math.max(2, fewest - 1) }
}

function computeSecondsLeft(left: number, rate: number): number {
  if (left === 0) return 0
  return rate > 0 ? left / rate : Number.POSITIVE_INFINITY
}

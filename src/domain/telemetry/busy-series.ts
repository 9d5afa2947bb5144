import type { TimeSpan } from './bucket-interval.ts'
import { countBefore } from '../core/statistics.ts'
import { getElement } from './time-buckets.ts'

/**
 * Busy time of one GPU as a cumulative curve in bounded memory, on the driver's clock. A sample gives the busy share
 * since the previous sample, so the curve is linear between points. If all points are in use, every second one is
 * dropped; the sums at the remaining points stay exact. Plain arrays, so that it can be passed between threads.
 */
export type BusySeries = {
  points: number
  readonly timesMs: Float64Array
  /** Busy milliseconds since the first point. */
  readonly busyMs: Float64Array
  /** Milliseconds since the first point in which the GPU was in use. */
  readonly inUseMs: Float64Array
  /** Busy percent of the last sample and of the one before it, and the milliseconds that the last one covers. */
  lastPercent: number
  percentBefore: number
  lastSpanMs: number
  samplesPerPoint: number
  /** Number of samples in the last point. */
  pending: number
  /** Spans without data. */
  readonly gaps: TimeSpan[]
}

/** 27 minutes at ten samples per second without merging; 9 s per point after seven days. */
const defaultMaxPoints = 2 ** 15 + 1
const maxGaps = 100

/** Creates an empty curve. `maxPoints` must be odd and at least 3; throws a RangeError otherwise. */
export function createBusySeries(maxPoints: number = defaultMaxPoints): BusySeries {
  if (maxPoints < 3 || maxPoints % 2 === 0)
    throw new RangeError(`the first point and pairs of others are kept, so ${maxPoints} cannot be the cap`)
  const [timesMs, busyMs, inUseMs] = [0, 1, 2].map(() => new Float64Array(maxPoints)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const recent = { lastPercent: 0, percentBefore: 0, lastSpanMs: 0 }
  return { points: 0, timesMs, busyMs, inUseMs, ...recent, samplesPerPoint: 1, pending: 0, gaps: [] }
}

/** Time of the last point; null before the first sample. */
export function getLastSampleMs({ points, timesMs }: BusySeries): number | null {
  return points === 0 ? null : getElement(timesMs, points - 1)
}

/**
 * Adds a sample: `percent` of the time since the previous one was busy. The first sample only starts the curve. A sample
 * with any activity counts as in use; at the edge of a phase only the part of it in which the GPU would have been as busy
 * as in the sample beside it, because samples of 0.1 to 0.17 s would otherwise decide how long a phase is.
 */
export function addBusySample(series: BusySeries, timeMs: number, percent: number): void {
  const last = series.points - 1
  const sinceMs = last < 0 ? 0 : timeMs - getElement(series.timesMs, last)
  if (last >= 0 && !(sinceMs > 0)) return
  if (last >= 0) series.inUseMs[last] = getElement(series.inUseMs, last) - computeUnusedMs(series, percent)
  const [busyBefore, inUseBefore] =
    last < 0 ? [0, 0] : [series.busyMs, series.inUseMs].map((sums) => getElement(sums, last))
  appendPoint(series, {
    timeMs,
    busyMs: (busyBefore ?? 0) + (percent / 100) * sinceMs,
    inUseMs: (inUseBefore ?? 0) + (percent > 0 ? sinceMs : 0),
  })
  series.percentBefore = last < 0 ? percent : series.lastPercent
  series.lastPercent = percent
  series.lastSpanMs = sinceMs
}

/** Milliseconds of the last sample in which the GPU was not in use yet or any more, once the next sample is known. */
function computeUnusedMs({ lastPercent, percentBefore, lastSpanMs }: BusySeries, next: number): number {
  if (lastPercent <= 0 || (percentBefore > 0 && next > 0)) return 0
  const beside = Math.max(percentBefore, next) || 100
  return lastSpanMs * (1 - Math.min(1, lastPercent / beside))
}

/** Computes the busy milliseconds in a span; null if it contains a gap or exceeds the curve. */
export function computeBusyMs(series: BusySeries, span: TimeSpan): number | null {
  return computeIncrease(series, series.busyMs, span)
}

/** Computes the milliseconds in a span in which the GPU was in use; null as for `computeBusyMs`. */
export function computeInUseMs(series: BusySeries, span: TimeSpan): number | null {
  return computeIncrease(series, series.inUseMs, span)
}

/**
 * Milliseconds from the start of a span until the GPU is first in use; null as for `computeBusyMs`, or if it never is.
 * In the first sample with activity, the GPU counts as in use at its end.
 */
export function computeMsUntilUse(series: BusySeries, span: TimeSpan): number | null {
  const inUseMs = computeInUseMs(series, span)
  if (inUseMs === null || inUseMs === 0) return null
  const before = sumUntil(series, series.inUseMs, span.fromMs)
  let index = findPoint(series, span.fromMs)
  while (getElement(series.inUseMs, index) <= before) index += 1
  const usedMs = getElement(series.inUseMs, index) - before
  return Math.max(0, Math.min(getElement(series.timesMs, index), span.toMs) - Math.min(usedMs, inUseMs) - span.fromMs)
}

function computeIncrease(series: BusySeries, sums: Float64Array, { fromMs, toMs }: TimeSpan): number | null {
  const [firstMs, lastMs] = [series.timesMs[0], getLastSampleMs(series)]
  if (firstMs === undefined || lastMs === null || toMs < fromMs || fromMs < firstMs || toMs > lastMs) return null
  if (series.gaps.some((gap) => gap.fromMs < toMs && gap.toMs > fromMs)) return null
  return sumUntil(series, sums, toMs) - sumUntil(series, sums, fromMs)
}

/** Marks a span that the curve already covers as one without data. */
export function markBusyGap({ gaps }: BusySeries, gap: TimeSpan): void {
  const last = gaps.at(-1)
  // Merge the gaps of a driver that fails permanently.
  if (last && gaps.length >= maxGaps) gaps[gaps.length - 1] = { fromMs: last.fromMs, toMs: gap.toMs }
  else gaps.push(gap)
}

type Point = { readonly timeMs: number; readonly busyMs: number; readonly inUseMs: number }

function appendPoint(series: BusySeries, { timeMs, busyMs, inUseMs }: Point): void {
  const isOpen = series.points > 1 && series.pending < series.samplesPerPoint
  if (!isOpen && series.points === series.timesMs.length) dropEverySecond(series)
  const index = isOpen ? series.points - 1 : series.points
  series.timesMs[index] = timeMs
  series.busyMs[index] = busyMs
  series.inUseMs[index] = inUseMs
  series.pending = isOpen ? series.pending + 1 : 1
  series.points = index + 1
}

/** Keeps the first point and the second one of each following pair. */
function dropEverySecond(series: BusySeries): void {
  const kept = (series.points + 1) / 2
  for (let index = 1; index < kept; index += 1) {
    series.timesMs[index] = getElement(series.timesMs, 2 * index)
    series.busyMs[index] = getElement(series.busyMs, 2 * index)
    series.inUseMs[index] = getElement(series.inUseMs, 2 * index)
  }
  series.points = kept
  series.samplesPerPoint *= 2
  series.pending = series.samplesPerPoint
}

/** Index of the first point at or after a time, or of the last one. */
function findPoint({ timesMs, points }: BusySeries, timeMs: number): number {
  return countBefore(timesMs, timeMs, points - 1)
}

function sumUntil(series: BusySeries, sums: Float64Array, timeMs: number): number {
  const low = findPoint(series, timeMs)
  const [endMs, end] = [getElement(series.timesMs, low), getElement(sums, low)]
  if (low === 0 || endMs <= timeMs) return end
  const [startMs, start] = [getElement(series.timesMs, low - 1), getElement(sums, low - 1)]
  return start + ((end - start) * (timeMs - startMs)) / (endMs - startMs)
}

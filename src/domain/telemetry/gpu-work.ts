import { computeArea, countSamples, computeWeightedMean, type TimeSpan } from './bucket-interval.ts'
import { computeBusyMs, computeInUseMs, computeMsUntilUse, type BusySeries } from './busy-series.ts'
import { computeCountedJoules, findEnergyContradiction, findNearest, type EnergySources } from './energy-reading.ts'
import { gpuQuantityNames } from './gpu-quantities.ts'
import type { TimeBuckets } from './time-buckets.ts'
import type { GpuWork } from '../../record/telemetry.ts'

/** GPM activity in ms since the start of a window, at an edge of it. Null: the counter has no value. */
export type ActivityReading = {
  readonly timeMs: number
  readonly dramMs: number | null
  readonly graphicsMs: number | null
}

/** The driver's utilization samples of a window. */
export type BusyTrack = {
  readonly series: BusySeries
  /** Offset from the driver's clock to milliseconds since the epoch. */
  readonly offsetMs: number
}

/** Work data of one GPU during a window. */
export type WorkTrack = {
  /** Lifetime of the trial's process; null: no process, so the complete window counts. */
  ranMs: TimeSpan | null
  /** Null: the driver has no utilization buffer. */
  busy: BusyTrack | null
  /** Why busy time is unknown for the complete window; null if it is known. */
  busyFault: string | null
  /** Why there are no activity readings; null if there are. */
  activityFault: string | null
  /** At the edges of the process and of stages reported live, in chronological order. */
  activity: ActivityReading[]
  /** Idle power; null: unknown. */
  idleWatts: number | null
}

/** The data that the work of a GPU is computed from. */
export type WorkSources = EnergySources & { readonly work: WorkTrack }

const unknownBusy = { busySeconds: null, busySource: null, inUseSeconds: null, startUpSeconds: null } as const
const unknownWork: GpuWork = {
  ...unknownBusy,
  busyClockMhz: null,
  dramActiveSeconds: null,
  graphicsActiveSeconds: null,
  energyAboveIdleJoules: null,
}

const utilizationIndex = gpuQuantityNames.indexOf('utilizationPercent')
const clockIndex = gpuQuantityNames.indexOf('smClockMhz')

/** Creates an empty track. */
export function createWorkTrack(): WorkTrack {
  return { ranMs: null, busy: null, busyFault: null, activityFault: null, activity: [], idleWatts: null }
}

/** Computes the work of a GPU in the part of a span in which the trial's process ran. */
export function computeWork(sources: WorkSources, span: TimeSpan): GpuWork {
  const { activity, ranMs } = sources.work
  const part = cutToProcess(span, ranMs)
  if (part.toMs <= part.fromMs) return unknownWork
  return {
    ...computeBusyWork(sources, part),
    busyClockMhz: computeWeightedMean(sources.buckets, clockIndex, utilizationIndex, part),
    dramActiveSeconds: computeActiveSeconds(activity, 'dramMs', part),
    graphicsActiveSeconds: computeActiveSeconds(activity, 'graphicsMs', part),
    energyAboveIdleJoules: computeJoulesAboveIdle(sources, part),
  }
}

/** Explains why busy time or activity of the process is missing, as sentences without the GPU name. */
export function explainMissingWork(sources: WorkSources, span: TimeSpan): string[] {
  const { busyFault, activityFault } = sources.work
  const work = computeWork(sources, span)
  return [
    ...(work.busySeconds === null
      ? [`busy time is not available: ${busyFault ?? explainMissingBusy(sources, span)}`]
      : []),
    ...(work.dramActiveSeconds === null || work.graphicsActiveSeconds === null
      ? [`DRAM or graphics activity is not available: ${activityFault ?? 'the driver gave no value for the run'}`]
      : []),
  ]
}

/** Explains why energy above idle is missing, without the GPU name; null if it is available. */
export function explainMissingEnergy(sources: WorkSources, span: TimeSpan): string | null {
  if (computeWork(sources, span).energyAboveIdleJoules !== null) return null
  const part = sources.work.ranMs ?? span
  const hasCounter = computeCountedJoules(sources, part) !== null
  const reason =
    sources.work.idleWatts === null
      ? 'the idle power is not known'
      : hasCounter
        ? 'the run took less energy than the idle GPU would have'
        : (findEnergyContradiction(sources, part) ??
          'the energy counter was not read close enough to both ends of the run')
  return `energy above idle is not available: ${reason}`
}

/**
 * Finds a contradiction between driver samples and polled utilization; null if they agree or there are too few polls.
 * The standard deviation of one poll is at most 0.5 (a share), so that of a mean of n polls is 0.5 / √n. The
 * tolerance is three times that, plus 5 % of the time (rounding in the driver) and 0.25 s (a sample period per edge).
 */
export function findBusyContradiction(sources: WorkSources, span: TimeSpan): string | null {
  const part = cutToProcess(span, sources.work.ranMs)
  const busy = computeDriverSeconds(sources.work, part)
  const polled = computePolledSeconds(sources.buckets, part)
  if (busy === null || polled === null) return null
  const seconds = (part.toMs - part.fromMs) / 1000
  const tolerated = seconds * (0.05 + 1.5 / Math.sqrt(polled.readings)) + 0.25
  if (Math.abs(busy - polled.seconds) <= tolerated) return null
  const [one, other] = [busy, polled.seconds].map((value) => value.toFixed(1))
  return `the driver's samples give ${one} s and polled utilization ${other} s in ${seconds.toFixed(1)} s`
}

type BusyWork = Pick<GpuWork, 'busySeconds' | 'busySource' | 'inUseSeconds' | 'startUpSeconds'>

function computeBusyWork({ buckets, work }: WorkSources, span: TimeSpan): BusyWork {
  if (work.busyFault !== null) return unknownBusy
  if (work.busy !== null) {
    const busySeconds = computeDriverSeconds(work, span, computeBusyMs)
    const inUseSeconds = computeDriverSeconds(work, span, computeInUseMs)
    if (busySeconds === null || inUseSeconds === null) return unknownBusy
    const startUpSeconds = computeDriverSeconds(work, span, computeMsUntilUse)
    return { busySeconds, busySource: 'driver-samples', inUseSeconds, startUpSeconds }
  }
  const polled = computePolledSeconds(buckets, span)
  return polled === null ? unknownBusy : { ...unknownBusy, busySeconds: polled.seconds, busySource: 'mean-utilization' }
}

function computeDriverSeconds({ busy }: WorkTrack, { fromMs, toMs }: TimeSpan, sum = computeBusyMs): number | null {
  if (busy === null) return null
  const { series, offsetMs } = busy
  const ms = sum(series, { fromMs: fromMs - offsetMs, toMs: toMs - offsetMs })
  return ms === null ? null : ms / 1000
}

const minReadings = 5
/** Minimum share of the time with polls for a valid mean. */
const minCoveredShare = 0.9

/** Mean polled utilization times duration; null if it was not polled throughout. */
function computePolledSeconds(
  buckets: TimeBuckets,
  span: TimeSpan,
): { readonly seconds: number; readonly readings: number } | null {
  const durationMs = span.toMs - span.fromMs
  const { value, coveredMs } = computeArea(buckets, utilizationIndex, span)
  const readings = countSamples(buckets, span)
  if (coveredMs < durationMs * minCoveredShare || readings < minReadings) return null
  return { seconds: ((value / 100 / coveredMs) * durationMs) / 1000, readings }
}

function explainMissingBusy({ buckets, work }: WorkSources, span: TimeSpan): string {
  if (work.busy !== null) {
    const hasGap = work.busy.series.gaps.length > 0
    return hasGap
      ? 'samples of the driver were overwritten before they were read'
      : 'the samples of the driver do not cover the run'
  }
  const part = cutToProcess(span, work.ranMs)
  const { coveredMs } = computeArea(buckets, utilizationIndex, part)
  return coveredMs === 0 ? 'no utilization was reported' : 'utilization was not polled all the time'
}

/**
 * Maximum distance of a reading from the edge of a span: 2.5 % of a long span; 150 ms for 1.5 to 6 s, because stages
 * reported live are detected up to 50 ms late, and later on a busy machine; 10 % of a shorter span, at least 50 ms.
 */
function computeEdgeLimitMs(durationMs: number): number {
  return Math.max(0.025 * durationMs, Math.min(150, Math.max(50, 0.1 * durationMs)))
}

function computeActiveSeconds(
  readings: readonly ActivityReading[],
  name: 'dramMs' | 'graphicsMs',
  { fromMs, toMs }: TimeSpan,
): number | null {
  const limitMs = computeEdgeLimitMs(toMs - fromMs)
  const [first, last] = [findNearest(readings, fromMs), findNearest(readings, toMs)]
  if (!first || !last || last.timeMs <= first.timeMs) return null
  if (Math.abs(first.timeMs - fromMs) > limitMs || Math.abs(last.timeMs - toMs) > limitMs) return null
  const [before, after] = [first[name], last[name]]
  // Clocks that are read one after the other move a value back by less than the limit; more is a counter that restarted.
  if (before === null || after === null || before - after > limitMs) return null
  return Math.max(0, after - before) / 1000
}

function computeJoulesAboveIdle(sources: WorkSources, span: TimeSpan): number | null {
  const { work } = sources
  const joules = computeCountedJoules(sources, span)
  if (joules === null || work.idleWatts === null) return null
  const above = joules - (work.idleWatts * (span.toMs - span.fromMs)) / 1000
  // The idle power was measured in another state, so the difference has no meaning.
  return above < 0 ? null : above
}

/** The part of a span in which the process of the trial ran; without a process the complete span. */
export function cutToProcess({ fromMs, toMs }: TimeSpan, ranMs: TimeSpan | null): TimeSpan {
  return { fromMs: Math.max(fromMs, ranMs?.fromMs ?? fromMs), toMs: Math.min(toMs, ranMs?.toMs ?? toMs) }
}

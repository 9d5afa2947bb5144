import { computeFlagShare, countSamples, computeSpread, type TimeSpan } from './bucket-interval.ts'
import { computeCountedJoules, findEnergyContradiction, integrateJoules, type EnergyReading } from './energy-reading.ts'
import {
  encodeClocksEvents,
  gpuQuantityList,
  gpuQuantityNames,
  writeValues,
  type GpuQuantityName,
} from './gpu-quantities.ts'
import type { GpuReading } from './gpu.ts'
import { computeCoverage, isObserved } from './coverage.ts'
import { computeWork, type WorkTrack } from './gpu-work.ts'
import { appendSample, createTimeBuckets, type TimeBuckets } from './time-buckets.ts'
import type { ForeignProcess, GpuUse, Spread } from '../../record/telemetry.ts'
import { clocksEventReasons } from '../../record/limits.ts'

/** All data of one GPU during a window. */
export type GpuTrack = {
  readonly gpu: number
  readonly buckets: TimeBuckets
  memoryTotalBytes: number | null
  /** At the edges of the window and of stages, in chronological order. */
  readonly energyReadings: EnergyReading[]
  /** Null for data from a log. */
  readonly work: WorkTrack | null
  /** Time between two readings of a GPU of the trial; absent: it is read rarely. */
  readonly intervalMs?: number
}

/** Creates an empty track, whose rows are merged beyond `maxRows`. */
export function createGpuTrack(
  gpu: number,
  limits: { readonly maxRows: number; readonly maxGapMs: number },
  rest: Pick<GpuTrack, 'work' | 'intervalMs'>,
): GpuTrack {
  const buckets = createTimeBuckets(gpuQuantityList, { ...limits, flags: clocksEventReasons.length + 1 })
  return { gpu, buckets, memoryTotalBytes: null, energyReadings: [], ...rest }
}

/** Adds a reading; `values` is scratch memory for all quantities. */
export function recordReading(
  track: GpuTrack,
  reading: GpuReading,
  ownMemoryBytes: number | null,
  values: Float64Array,
): void {
  writeValues(reading, ownMemoryBytes, values)
  appendSample(track.buckets, reading.timeMs, values, encodeClocksEvents(reading))
  track.memoryTotalBytes = reading.memoryTotalBytes ?? track.memoryTotalBytes
}

/** Summarizes one GPU in a span: the complete window or one stage. */
export function summarizeGpu(track: GpuTrack, span: TimeSpan): GpuUse {
  const coverage = computeCoverage(track, span)
  const spreads = gpuQuantityNames.map((name, index) => [
    name,
    isObserved(track, span, coverage, name) ? computeSpread(track.buckets, index, span) : null,
  ])
  const { ownMemoryBytes, ...known } = Object.fromEntries(spreads) as Record<GpuQuantityName, Spread | null>
  return {
    gpu: track.gpu,
    samples: countSamples(track.buckets, span),
    ...known,
    memoryTotalBytes: track.memoryTotalBytes,
    ownMemoryPeakBytes: ownMemoryBytes?.max ?? null,
    ...computeEnergyUse(track, span),
    clocksEventShares: isObserved(track, span, coverage, 'clocksEventReasons')
      ? computeClocksEventShares(track.buckets, span)
      : null,
    ...(coverage && { coverage }),
    ...(track.work && { work: computeWork({ ...track, work: track.work }, span) }),
  }
}

/**
 * Makes memory of own processes unknown where the GPU worked or its memory rose, but no process was seen on it: a process
 * may live between two polls, or be invisible from a container. A foreign process explains the activity.
 */
export function forgetUnseenMemory(use: GpuUse, foreign: readonly ForeignProcess[]): GpuUse {
  const { memoryUsedBytes: memory, utilizationPercent } = use
  const isUsed = (utilizationPercent?.max ?? 0) > 0 || (memory !== null && memory.max > memory.min)
  const isExplained = foreign.some(({ gpu }) => gpu === use.gpu)
  return use.ownMemoryPeakBytes === 0 && isUsed && !isExplained ? { ...use, ownMemoryPeakBytes: null } : use
}

function computeEnergyUse(track: GpuTrack, span: TimeSpan): Pick<GpuUse, 'energyJoules' | 'energySource'> {
  const counted = computeCountedJoules(track, span)
  if (counted !== null) return { energyJoules: counted, energySource: 'counter' }
  // Either the counter or power is wrong.
  if (findEnergyContradiction(track, span) !== null) return { energyJoules: null, energySource: null }
  const integrated = integrateJoules(track, span)
  return { energyJoules: integrated, energySource: integrated === null ? null : 'integrated' }
}

/** Shares of samples. Ticks are evenly spaced, so they equal shares of time. */
function computeClocksEventShares(buckets: TimeBuckets, span: TimeSpan): GpuUse['clocksEventShares'] {
  const shares = clocksEventReasons.map(
    (reason, index) => [reason, computeFlagShare(buckets, index + 1, span)] as const,
  )
  if (shares.some(([, share]) => share === null)) return null
  return Object.fromEntries(shares.filter(([, share]) => share !== 0))
}

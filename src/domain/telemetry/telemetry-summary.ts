import { computeFlagShare, countSamples, computeSpread, type TimeSpan } from './bucket-interval.ts'
import { computeCountedJoules, findEnergyContradiction, integrateJoules, type EnergyReading } from './energy-reading.ts'
import { gpuQuantityNames, type GpuQuantityName } from './gpu-quantities.ts'
import { computeCoverage, isObserved } from './coverage.ts'
import { computeWork, type WorkTrack } from './gpu-work.ts'
import type { TimeBuckets } from './time-buckets.ts'
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

/** Summarizes one GPU in a span: the complete window or one stage. */
export function summarizeGpu(track: GpuTrack, span: TimeSpan): GpuUse {
  const coverage = computeCoverage(track, span)
  const getSpread = (name: GpuQuantityName): Spread | null =>
    isObserved(track, span, coverage, name) ? computeSpread(track.buckets, gpuQuantityNames.indexOf(name), span) : null
  return {
    gpu: track.gpu,
    samples: countSamples(track.buckets, span),
    utilizationPercent: getSpread('utilizationPercent'),
    memoryUsedBytes: getSpread('memoryUsedBytes'),
    memoryTotalBytes: track.memoryTotalBytes,
    ownMemoryPeakBytes: getSpread('ownMemoryBytes')?.max ?? null,
    powerWatts: getSpread('powerWatts'),
    ...computeEnergyUse(track, span),
    smClockMhz: getSpread('smClockMhz'),
    memoryClockMhz: getSpread('memoryClockMhz'),
    temperatureCelsius: getSpread('temperatureCelsius'),
    smUtilization: getSpread('smUtilization'),
    smOccupancy: getSpread('smOccupancy'),
    tensorActivity: getSpread('tensorActivity'),
    dramBandwidthUtilization: getSpread('dramBandwidthUtilization'),
    pcieReceiveBytesPerSecond: getSpread('pcieReceiveBytesPerSecond'),
    pcieSendBytesPerSecond: getSpread('pcieSendBytesPerSecond'),
    nvlinkReceiveBytesPerSecond: getSpread('nvlinkReceiveBytesPerSecond'),
    nvlinkSendBytesPerSecond: getSpread('nvlinkSendBytesPerSecond'),
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

type EnergyUse = Pick<GpuUse, 'energyJoules' | 'energySource'>

function computeEnergyUse(track: GpuTrack, span: TimeSpan): EnergyUse {
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

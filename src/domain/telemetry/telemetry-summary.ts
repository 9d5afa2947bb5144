import { areaOf, flagShare, sampleCount, spreadOf, type TimeSpan } from './bucket-interval.ts'
import { countedJoules, type EnergyReading } from './energy-reading.ts'
import { clocksEventReasons } from './gpu.ts'
import { gpuQuantityNames, type GpuQuantityName } from './gpu-quantities.ts'
import { workIn, type WorkTrack } from './gpu-work.ts'
import type { GpuUse, Spread } from './telemetry.ts'
import type { TimeBuckets } from './time-buckets.ts'

/** All that is kept of one GPU during a window. */
export type GpuTrack = {
  readonly gpu: number
  readonly buckets: TimeBuckets
  memoryTotalBytes: number | null
  /** At the edges of the window and of stages, in the order of time. */
  readonly energyReadings: EnergyReading[]
  /** Null for what was read from a log. */
  readonly work: WorkTrack | null
}

/** What one GPU did in a part of a window: the whole, or one stage. */
export function gpuUse(track: GpuTrack, span: TimeSpan): GpuUse {
  const spread = (name: GpuQuantityName): Spread | null => spreadOf(track.buckets, gpuQuantityNames.indexOf(name), span)
  return {
    gpu: track.gpu,
    samples: sampleCount(track.buckets, span),
    utilizationPercent: spread('utilizationPercent'),
    memoryUsedBytes: spread('memoryUsedBytes'),
    memoryTotalBytes: track.memoryTotalBytes,
    ownMemoryPeakBytes: spread('ownMemoryBytes')?.max ?? null,
    powerWatts: spread('powerWatts'),
    ...energyUse(track, span),
    smClockMhz: spread('smClockMhz'),
    memoryClockMhz: spread('memoryClockMhz'),
    temperatureCelsius: spread('temperatureCelsius'),
    smUtilization: spread('smUtilization'),
    smOccupancy: spread('smOccupancy'),
    tensorActivity: spread('tensorActivity'),
    dramBandwidthUtilization: spread('dramBandwidthUtilization'),
    pcieReceiveBytesPerSecond: spread('pcieReceiveBytesPerSecond'),
    pcieSendBytesPerSecond: spread('pcieSendBytesPerSecond'),
    nvlinkReceiveBytesPerSecond: spread('nvlinkReceiveBytesPerSecond'),
    nvlinkSendBytesPerSecond: spread('nvlinkSendBytesPerSecond'),
    clocksEventShares: clocksEventShares(track.buckets, span),
    ...(track.work && { work: workIn({ ...track, work: track.work }, span) }),
  }
}

type EnergyUse = Pick<GpuUse, 'energyJoules' | 'energySource'>

function energyUse(track: GpuTrack, span: TimeSpan): EnergyUse {
  const counted = countedJoules(track.energyReadings, span)
  if (counted !== null) return { energyJoules: counted, energySource: 'counter' }
  const integrated = integratedJoules(track.buckets, span)
  return { energyJoules: integrated, energySource: integrated === null ? null : 'integrated' }
}

/** With less of the interval seen than this, a sum of power is not told as its energy. */
const leastCovered = 0.9

/** Trapezoids under the power that was seen, scaled up for the small part that was not; null when a gap is too large. */
function integratedJoules(buckets: TimeBuckets, span: TimeSpan): number | null {
  const durationMs = span.toMs - span.fromMs
  const { value, coveredMs } = areaOf(buckets, gpuQuantityNames.indexOf('powerWatts'), span)
  if (coveredMs === 0 || coveredMs < durationMs * leastCovered) return null
  return ((value / coveredMs) * durationMs) / 1000
}

/** By samples: ticks are evenly spaced, so their share is the share of time. */
function clocksEventShares(buckets: TimeBuckets, span: TimeSpan): GpuUse['clocksEventShares'] {
  const shares = clocksEventReasons.map((reason, index) => [reason, flagShare(buckets, index + 1, span)] as const)
  if (shares.some(([, share]) => share === null)) return null
  return Object.fromEntries(shares.filter(([, share]) => share !== 0))
}

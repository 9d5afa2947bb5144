import type { ClocksEventReason, GpuEvent } from './gpu.ts'

/** How one quantity went during a window. */
export type Spread = {
  /** Time-weighted. */
  readonly mean: number
  readonly min: number
  readonly max: number
  readonly p5: number
  readonly p50: number
  readonly p95: number
}

/** Work of one GPU over a span, from cumulative counters. Null: not available; the problems of the summary say why. */
export type GpuWork = {
  /** Seconds in which at least one kernel ran. */
  readonly busySeconds: number | null
  /**
   * `driver-samples`: the driver's utilization buffer integrated over its timestamps. `mean-utilization`: polled mean times
   * duration, weaker.
   */
  readonly busySource: 'driver-samples' | 'mean-utilization' | null
  /** Seconds of the driver's samples with any activity: the phases of the run that use the GPU. */
  readonly inUseSeconds: number | null
  /**
   * Mean SM clock in MHz, each polled reading weighted by its utilization: the clock while kernels ran. Null: never busy when
   * polled, or no clock; absent in records that are older than this field.
   */
  readonly busyClockMhz?: number | null
  /** Seconds of DRAM / graphics-engine activity: GPM share times elapsed time between two samples around the span. */
  readonly dramActiveSeconds: number | null
  readonly graphicsActiveSeconds: number | null
  /** Energy counter minus idle power times duration; null when the idle power is unknown. */
  readonly energyAboveIdleJoules: number | null
}

/** What one GPU did during a window or a stage. Null: not offered. */
export type GpuUse = {
  readonly gpu: number
  readonly samples: number
  readonly utilizationPercent: Spread | null
  readonly memoryUsedBytes: Spread | null
  readonly memoryTotalBytes: number | null
  /** Largest memory of the trial's own processes. */
  readonly ownMemoryPeakBytes: number | null
  readonly powerWatts: Spread | null
  /** From the driver's counter at the edges of the window, or integrated from power; `energySource` says which. */
  readonly energyJoules: number | null
  readonly energySource: 'counter' | 'integrated' | null
  readonly smClockMhz: Spread | null
  readonly memoryClockMhz: Spread | null
  readonly temperatureCelsius: Spread | null
  readonly smUtilization: Spread | null
  readonly smOccupancy: Spread | null
  readonly tensorActivity: Spread | null
  readonly dramBandwidthUtilization: Spread | null
  readonly pcieReceiveBytesPerSecond: Spread | null
  readonly pcieSendBytesPerSecond: Spread | null
  readonly nvlinkReceiveBytesPerSecond: Spread | null
  readonly nvlinkSendBytesPerSecond: Spread | null
  /** Share of the window in which each reason was active; reasons never seen are left out. */
  readonly clocksEventShares: Readonly<Partial<Record<ClocksEventReason, number>>> | null
  /** Over the part of the span in which the trial's process ran; absent in records that are older than this field. */
  readonly work?: GpuWork
}

/** What the trial's process tree did on the host. */
export type HostUse = {
  readonly cpuSeconds: number | null
  readonly userCpuSeconds: number | null
  /** Cores kept busy, 0 to the number of cores. */
  readonly cpuCores: Spread | null
  readonly residentBytes: Spread | null
  readonly readBytes: number | null
  readonly writtenBytes: number | null
  /** Share of the window in which the whole host waited for I/O. */
  readonly ioWaitShare: number | null
  readonly pageCacheBytes: Spread | null
}

/** Another program that had a context on a watched GPU during the window. */
export type ForeignProcess = {
  readonly gpu: number
  readonly pid: number
  readonly name: string | null
  readonly memoryBytes: number | null
}

/** What a window saw, small enough for the run record. */
export type TelemetrySummary = {
  readonly monitor: string
  readonly intervalMs: number
  /** Milliseconds since the epoch. */
  readonly startedMs: number
  readonly endedMs: number
  readonly samples: number
  /** Readings that came more than half an interval late, and those that never came. */
  readonly lateSamples: number
  readonly lostSamples: number
  /** The longest time without a reading; null when it was not followed. */
  readonly longestGapMs: number | null
  /**
   * Processor time of the sampling thread per second while the trial's process ran, 0.01 = 1 % of one core; null when not known.
   */
  readonly overheadCpuShare: number | null
  readonly gpus: readonly GpuUse[]
  readonly host: HostUse | null
  readonly events: readonly GpuEvent[]
  readonly foreignProcesses: readonly ForeignProcess[]
  /** File names beside the summary. */
  readonly logFile: string | null
  readonly hdf5File: string | null
  /** What could not be seen and why, as sentences. */
  readonly problems: readonly string[]
}

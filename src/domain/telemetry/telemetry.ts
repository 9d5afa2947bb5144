import type { ClocksEventReason, GpuEvent } from './gpu.ts'

/** Statistics of one quantity during a window. */
export type Spread = {
  /** Time-weighted. */
  readonly mean: number
  readonly min: number
  readonly max: number
  readonly p5: number
  readonly p50: number
  readonly p95: number
}

/**
 * Work of one GPU over a span, from cumulative counters. Null: not available; `problems` of the summary explains why.
 */
export type GpuWork = {
  /** Seconds in which at least one kernel ran. */
  readonly busySeconds: number | null
  /**
   * `driver-samples`: the driver's utilization buffer, integrated over its time stamps. `mean-utilization`: polled
   * mean times duration, less accurate.
   */
  readonly busySource: 'driver-samples' | 'mean-utilization' | null
  /** Seconds of driver samples with any activity: the phases that use the GPU. */
  readonly inUseSeconds: number | null
  /**
   * Mean SM clock in MHz while kernels ran: polled readings weighted by utilization. Null: never busy when polled, or
   * no clock; absent in older records.
   */
  readonly busyClockMhz?: number | null
  /** Seconds of DRAM / graphics engine activity: GPM share times elapsed time between two samples around the span. */
  readonly dramActiveSeconds: number | null
  readonly graphicsActiveSeconds: number | null
  /** Energy counter minus idle power times duration; null if the idle power is unknown. */
  readonly energyAboveIdleJoules: number | null
}

/** One GPU during a window or a stage. Null: not available. */
export type GpuUse = {
  readonly gpu: number
  readonly samples: number
  readonly utilizationPercent: Spread | null
  readonly memoryUsedBytes: Spread | null
  readonly memoryTotalBytes: number | null
  /** Peak memory of the trial's own processes; null: unknown, such as of a process that no poll has seen. */
  readonly ownMemoryPeakBytes: number | null
  readonly powerWatts: Spread | null
  /** From the driver's counter at the edges of the window, or integrated from power; see `energySource`. */
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
  /** Share of the window in which each reason was active, without inactive reasons. */
  readonly clocksEventShares: Readonly<Partial<Record<ClocksEventReason, number>>> | null
  /** For the part of the span in which the trial's process ran; absent in older records. */
  readonly work?: GpuWork
}

/** Host resources of the trial's process tree. */
export type HostUse = {
  readonly cpuSeconds: number | null
  readonly userCpuSeconds: number | null
  /** CPU cores in use, 0 to the number of cores. */
  readonly cpuCores: Spread | null
  readonly residentBytes: Spread | null
  readonly readBytes: number | null
  readonly writtenBytes: number | null
  /** Share of the window in which the host waited for I/O. */
  readonly ioWaitShare: number | null
  readonly pageCacheBytes: Spread | null
}

/** A process of another program with a context on a monitored GPU. */
export type ForeignProcess = {
  readonly gpu: number
  readonly pid: number
  readonly name: string | null
  readonly memoryBytes: number | null
}

/** Summary of a window, small enough for the run record. */
export type TelemetrySummary = {
  readonly monitor: string
  readonly intervalMs: number
  /** Milliseconds since the epoch. */
  readonly startedMs: number
  readonly endedMs: number
  readonly samples: number
  /** Readings more than half an interval late, and missing readings. */
  readonly lateSamples: number
  readonly lostSamples: number
  /** Longest time without a reading; null if not recorded. */
  readonly longestGapMs: number | null
  /**
   * CPU time of the sampling thread per second while the trial's process ran (0.01 = 1 % of one core); null if
   * unknown.
   */
  readonly overheadCpuShare: number | null
  readonly gpus: readonly GpuUse[]
  readonly host: HostUse | null
  readonly events: readonly GpuEvent[]
  readonly foreignProcesses: readonly ForeignProcess[]
  /** File names next to the summary. */
  readonly logFile: string | null
  readonly hdf5File: string | null
  /** What could not be recorded, and why, as sentences. */
  readonly problems: readonly string[]
}

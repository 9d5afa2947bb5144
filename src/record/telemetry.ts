import { z } from 'zod'
import { clocksEventReasons, highest, limits, observedQuantities } from './limits.ts'
import { amount, count, detail, name, relativePath, seconds, share, type Stored } from './parts.ts'

/** Limit of reasons on one trial. */
export const maxContamination = 100
const maxGpus = 1024
const maxEvents = 1024
const maybe = amount.nullable()

/**
 * Statistics of one quantity during a window. Not below 0, although a reading has a higher lower end for some
 * quantities.
 */
function createSpread(most: number) {
  const value = z.number().min(0).max(most)
  /** `mean` is time-weighted. */
  return z.strictObject({ mean: value, min: value, max: value, p5: value, p50: value, p95: value }).nullable()
}

const amounts = createSpread(1e18)
export type Spread = NonNullable<Stored<typeof amounts>>

/**
 * Work of one GPU over a span, from cumulative counters. Null: not available; `problems` of the summary explains why.
 */
const gpuWork = z.strictObject({
  /** Seconds in which at least one kernel ran. */
  busySeconds: maybe,
  /**
   * `driver-samples`: the driver's utilization buffer, integrated over its time stamps. `mean-utilization`: polled
   * mean times duration, less accurate.
   */
  busySource: z.enum(['driver-samples', 'mean-utilization']).nullable(),
  /** Seconds of driver samples with any activity: the phases that use the GPU. */
  inUseSeconds: maybe,
  /**
   * Seconds from the start of the span to the first driver sample with activity. Null: unknown, or the GPU was never in
   * use. Absent in older records.
   */
  startUpSeconds: maybe.exactOptional(),
  /**
   * Mean SM clock in MHz while kernels ran: polled readings weighted by utilization. Null: never busy when polled, or
   * no clock.
   */
  busyClockMhz: maybe,
  /** Seconds of DRAM / graphics engine activity: GPM share times elapsed time between two samples around the span. */
  dramActiveSeconds: maybe,
  graphicsActiveSeconds: maybe,
  /** Energy counter minus idle power times duration; null if the idle power is unknown. */
  energyAboveIdleJoules: maybe,
})
export type GpuWork = Stored<typeof gpuWork>

const shares = createSpread(highest.share)
const rates = createSpread(highest.bytesPerSecond)

/** One GPU during a window or a stage. Null: not available. */
const gpuUse = z.strictObject({
  gpu: count,
  samples: count,
  utilizationPercent: createSpread(highest.percent),
  memoryUsedBytes: createSpread(highest.bytes),
  memoryTotalBytes: maybe,
  /** Peak memory of the trial's own processes; null: unknown, such as of a process that no poll has seen. */
  ownMemoryPeakBytes: maybe,
  powerWatts: createSpread(highest.watts),
  /** From the driver's counter at the edges of the window, or integrated from power; see `energySource`. */
  energyJoules: maybe,
  energySource: z.enum(['counter', 'integrated']).nullable(),
  smClockMhz: createSpread(highest.mhz),
  memoryClockMhz: createSpread(highest.mhz),
  temperatureCelsius: createSpread(highest.celsius),
  smUtilization: shares,
  smOccupancy: shares,
  tensorActivity: shares,
  dramBandwidthUtilization: shares,
  pcieReceiveBytesPerSecond: rates,
  pcieSendBytesPerSecond: rates,
  nvlinkReceiveBytesPerSecond: rates,
  nvlinkSendBytesPerSecond: rates,
  /** Share of the window in which each reason was active, without inactive reasons. */
  clocksEventShares: z.partialRecord(z.enum(clocksEventReasons), share).nullable(),
  /**
   * Share of the time of the trial's process in which each quantity was known; 0: never. A quantity that was known for
   * less than half of it is null. Absent: the GPU was not assigned to the trial.
   */
  coverage: z.partialRecord(z.enum(observedQuantities), share).exactOptional(),
  /** For the part of the span in which the trial's process ran; absent: the GPU was not assigned to the trial. */
  work: gpuWork.exactOptional(),
})
export type GpuUse = Stored<typeof gpuUse>

/** Host resources of the trial's process tree. Null: not available. */
const hostUse = z.strictObject({
  cpuSeconds: maybe,
  userCpuSeconds: maybe,
  /** CPU cores in use, 0 to the number of cores. */
  cpuCores: amounts,
  residentBytes: amounts,
  readBytes: maybe,
  writtenBytes: maybe,
  /** Share of the window in which the host waited for I/O. */
  ioWaitShare: share.nullable(),
  pageCacheBytes: amounts,
})
export type HostUse = Stored<typeof hostUse>

/**
 * Host statistics of one trial, with or without GPUs. Null: not reported by this kernel, never 0. Values of the trial
 * cover its process and all descendants that were waited for; orphans adopted by init count as other processes.
 */
export const trialHost = z.strictObject({
  /**
   * Duration of a fixed workload that warpgauge runs right before the trial, fastest of several. Larger means a
   * slower core. Independent of the code under test.
   */
  probeSeconds: amount,
  userCpuSeconds: maybe,
  systemCpuSeconds: maybe,
  /** All cores, minus the trial and warpgauge; the kernel counts in ticks of 10 ms. */
  otherCpuSeconds: maybe,
  /** Number of cores of the host. */
  processors: count.nullable(),
  /** Time that the hypervisor gave to other machines. */
  stolenCpuSeconds: maybe,
  /** Time in which at least one task waited for CPU, storage or memory (pressure stall information). */
  cpuStallSeconds: maybe,
  ioStallSeconds: maybe,
  memoryStallSeconds: maybe,
  /** Page faults of the trial that read from storage. */
  majorPageFaults: count.nullable(),
  voluntaryContextSwitches: count.nullable(),
  involuntaryContextSwitches: count.nullable(),
  /** Processes that the kernel killed because memory ran out, in the control group of warpgauge. Absent: unknown. */
  outOfMemoryKills: count.exactOptional(),
})
export type TrialHost = Stored<typeof trialHost>

/** An event reported by the driver. `detail`: XID number, or a description. */
const gpuEvent = z.strictObject({ gpu: count, timeMs: amount, kind: z.enum(['xid', 'ecc', 'lost']), detail })
export type GpuEvent = Stored<typeof gpuEvent>

/** A process of another program with a context on a monitored GPU. Null: not available. */
const foreignProcess = z.strictObject({ gpu: count, pid: count, name: name.nullable(), memoryBytes: maybe })
export type ForeignProcess = Stored<typeof foreignProcess>

/** Samples of a monitor during a window, small enough for the run record. */
export const telemetrySummary = z.strictObject({
  monitor: name,
  intervalMs: amount,
  /** Milliseconds since the epoch. */
  startedMs: amount,
  endedMs: amount,
  samples: count,
  /** Readings more than half an interval late, and missing readings. */
  lateSamples: count,
  lostSamples: count,
  /** Longest time without a reading; null if not recorded. */
  longestGapMs: z.number().min(0).nullable(),
  /**
   * CPU time of the sampling thread per second while the trial's process ran (0.01 = 1 % of one core); null if
   * unknown.
   */
  overheadCpuShare: share.nullable(),
  gpus: z.array(gpuUse).max(maxGpus),
  /** Null: the host was not sampled. */
  host: hostUse.nullable(),
  events: z.array(gpuEvent).max(maxEvents),
  foreignProcesses: z.array(foreignProcess).max(maxEvents),
  /** File names next to the summary; null: not written. */
  logFile: relativePath.nullable(),
  hdf5File: relativePath.nullable(),
  /** What could not be recorded, and why, as sentences. */
  problems: z.array(detail).max(limits.few),
})
export type TelemetrySummary = Stored<typeof telemetrySummary>

/** Telemetry of one node during a trial that spans nodes, by host name; null with the problem if not available. */
export const nodeTelemetry = z.strictObject({
  node: name,
  telemetry: telemetrySummary.nullable(),
  problem: detail.nullable(),
})
export type NodeTelemetry = Stored<typeof nodeTelemetry>

const timeMs = z.number().min(0).max(8.64e15).nullable()

/** Seconds of one pipeline stage; null if it did not run, for example because of a checkpoint. */
export const stageTime = z.strictObject({
  stage: name,
  seconds: seconds.nullable(),
  /** First start and last end, milliseconds since the epoch; null if not reported. */
  startedMs: timeMs,
  endedMs: timeMs,
})
export type StageTime = Stored<typeof stageTime>

const stagePercent = z.number().min(0).max(101)

/** One GPU during one stage. Null: not available. */
const stageGpuUse = z.strictObject({
  stage: name,
  gpu: count,
  seconds: amount,
  /** Share of the trial's wall time that this stage took, 0 to 1. */
  timeShare: share,
  /** Time-weighted mean, 0 to 100. */
  utilizationPercent: stagePercent.nullable(),
  /** Lowest and highest sample; absent in older records, null: not sampled. */
  utilizationRange: z.tuple([stagePercent, stagePercent]).nullable().exactOptional(),
  /** Time-weighted mean, 0 to 1. */
  smUtilization: share.nullable(),
  memoryPeakBytes: maybe,
  /** Lowest sample and time-weighted mean of the same memory; absent in older records. */
  memoryMinBytes: maybe.exactOptional(),
  memoryMeanBytes: maybe.exactOptional(),
  energyJoules: maybe,
  /** Absent: the GPU was not assigned to the trial. */
  work: gpuWork.exactOptional(),
})
export type StageGpuUse = Stored<typeof stageGpuUse>

/** Host resources of one stage. Null: not available. */
const stageHostUse = z.strictObject({
  stage: name,
  /** CPU cores in use by the trial, time-weighted mean. */
  cpuCores: maybe,
  /** Share of the time of all cores spent waiting for storage. */
  ioWaitShare: share.nullable(),
  readBytes: maybe,
  residentPeakBytes: maybe,
})
export type StageHostUse = Stored<typeof stageHostUse>

/** Resource use by stage. */
export const stageAttribution = z.strictObject({
  /**
   * `times`: the pipeline reported stage times. `durations`: stage durations placed end to end, back from the end of
   * the trial. `log`: the GPU log names the stage of each sample.
   */
  source: z.enum(['times', 'durations', 'log']),
  rows: z.array(stageGpuUse).max(limits.few * 8),
  host: z.array(stageHostUse).max(limits.few),
  /** Caveats about the rows, as sentences. */
  notes: z.array(detail).max(limits.few),
})
export type StageAttribution = Stored<typeof stageAttribution>

import { z } from 'zod'
import { clocksEventReasons } from '../../domain/telemetry/gpu.ts'
import { gpuQuantities, type GpuQuantityName } from '../../domain/telemetry/gpu-quantities.ts'
import type { StageAttribution } from '../../domain/trial/stage-usage.ts'
import type { GpuWork, TelemetrySummary } from '../../domain/telemetry/telemetry.ts'
import type { NodeTelemetry } from '../../domain/telemetry/node-telemetry.ts'
import type { TrialHost } from '../../domain/trial/trial-host.ts'
import { count, detail, limits, name, relativePath } from './record-parts.ts'

/** Limit of reasons on one trial. */
export const maxContamination = 100
const maxGpus = 1024
const maxEvents = 1024
/** Upper limit of all quantities in the units used here. */
const amount = z.number().min(0).max(1e18)
const share = z.number().min(0).max(1.01)

/** Summary of one quantity over time. */
function spread(value: z.ZodNumber) {
  return z.strictObject({ mean: value, min: value, max: value, p5: value, p50: value, p95: value }).nullable()
}

/** Not below 0, although a reading has a higher lower end for some quantities. */
function createSpread(quantity: GpuQuantityName) {
  return spread(z.number().min(0).max(gpuQuantities[quantity].range[1]))
}

const amounts = spread(amount)

const gpuWork = z.strictObject({
  busySeconds: amount.nullable(),
  busySource: z.enum(['driver-samples', 'mean-utilization']).nullable(),
  inUseSeconds: amount.nullable(),
  busyClockMhz: amount.nullable().exactOptional(),
  dramActiveSeconds: amount.nullable(),
  graphicsActiveSeconds: amount.nullable(),
  energyAboveIdleJoules: amount.nullable(),
}) satisfies z.ZodType<GpuWork>

const gpuUse = z.strictObject({
  gpu: count,
  samples: count,
  utilizationPercent: createSpread('utilizationPercent'),
  memoryUsedBytes: createSpread('memoryUsedBytes'),
  memoryTotalBytes: amount.nullable(),
  ownMemoryPeakBytes: amount.nullable(),
  powerWatts: createSpread('powerWatts'),
  energyJoules: amount.nullable(),
  energySource: z.enum(['counter', 'integrated']).nullable(),
  smClockMhz: createSpread('smClockMhz'),
  memoryClockMhz: createSpread('memoryClockMhz'),
  temperatureCelsius: createSpread('temperatureCelsius'),
  smUtilization: createSpread('smUtilization'),
  smOccupancy: createSpread('smOccupancy'),
  tensorActivity: createSpread('tensorActivity'),
  dramBandwidthUtilization: createSpread('dramBandwidthUtilization'),
  pcieReceiveBytesPerSecond: createSpread('pcieReceiveBytesPerSecond'),
  pcieSendBytesPerSecond: createSpread('pcieSendBytesPerSecond'),
  nvlinkReceiveBytesPerSecond: createSpread('nvlinkReceiveBytesPerSecond'),
  nvlinkSendBytesPerSecond: createSpread('nvlinkSendBytesPerSecond'),
  clocksEventShares: z.partialRecord(z.enum(clocksEventReasons), share).nullable(),
  work: gpuWork.exactOptional(),
})

const hostUse = z.strictObject({
  cpuSeconds: amount.nullable(),
  userCpuSeconds: amount.nullable(),
  cpuCores: amounts,
  residentBytes: amounts,
  readBytes: amount.nullable(),
  writtenBytes: amount.nullable(),
  ioWaitShare: share.nullable(),
  pageCacheBytes: amounts,
})

/** Telemetry of the machine during a trial, from untrusted input. */
export const trialHost = z.strictObject({
  probeSeconds: amount,
  userCpuSeconds: amount.nullable(),
  systemCpuSeconds: amount.nullable(),
  otherCpuSeconds: amount.nullable(),
  processors: count.nullable().exactOptional(),
  stolenCpuSeconds: amount.nullable(),
  cpuStallSeconds: amount.nullable(),
  ioStallSeconds: amount.nullable(),
  memoryStallSeconds: amount.nullable(),
  majorPageFaults: count.nullable(),
  voluntaryContextSwitches: count.nullable(),
  involuntaryContextSwitches: count.nullable(),
}) satisfies z.ZodType<TrialHost>

const event = z.strictObject({ gpu: count, timeMs: amount, kind: z.enum(['xid', 'ecc', 'lost']), detail })

const foreignProcess = z.strictObject({
  gpu: count,
  pid: count,
  name: name.nullable(),
  memoryBytes: amount.nullable(),
})

/** Samples of a monitor, from untrusted input. */
export const telemetrySummary = z.strictObject({
  monitor: name,
  intervalMs: amount,
  startedMs: amount,
  endedMs: amount,
  samples: count,
  lateSamples: count,
  lostSamples: count,
  longestGapMs: z.number().min(0).nullable().default(null),
  overheadCpuShare: share.nullable(),
  gpus: z.array(gpuUse).max(maxGpus),
  host: hostUse.nullable(),
  events: z.array(event).max(maxEvents),
  foreignProcesses: z.array(foreignProcess).max(maxEvents),
  logFile: relativePath.nullable(),
  hdf5File: relativePath.nullable(),
  problems: z.array(detail).max(limits.few),
}) satisfies z.ZodType<TelemetrySummary>

/** Telemetry of one node of a trial, from untrusted input. */
export const nodeTelemetry = z.strictObject({
  node: name,
  telemetry: telemetrySummary.nullable(),
  problem: detail.nullable(),
}) satisfies z.ZodType<NodeTelemetry>

/** The part of the output of `warpgauge monitor --json` that is kept. */
export const monitorOutput = z.object({ telemetry: telemetrySummary })

const stageGpuUse = z.strictObject({
  stage: name,
  gpu: count,
  seconds: amount,
  timeShare: share,
  utilizationPercent: z.number().min(0).max(101).nullable(),
  smUtilization: share.nullable(),
  memoryPeakBytes: amount.nullable(),
  energyJoules: amount.nullable(),
  work: gpuWork.exactOptional(),
})

const stageHostUse = z.strictObject({
  stage: name,
  cpuCores: amount.nullable(),
  ioWaitShare: share.nullable(),
  readBytes: amount.nullable(),
  residentPeakBytes: amount.nullable(),
})

export const stageAttribution = z.strictObject({
  source: z.enum(['times', 'durations']),
  rows: z.array(stageGpuUse).max(limits.few * 8),
  host: z.array(stageHostUse).max(limits.few).exactOptional(),
  notes: z.array(detail).max(limits.few),
}) satisfies z.ZodType<StageAttribution>

import { memoryUnits } from './memory-unit.ts'
import type { Metric, MetricKind } from '../../record/parts.ts'

export type { Metric, MetricKind } from '../../record/parts.ts'

const durationUnits: readonly string[] = ['ns', 'us', 'µs', 'μs', 'ms', 's', 'min', 'h']
const countUnits: readonly string[] = ['1', 'count', 'rows', 'sequences', 'files']
const shareUnits: readonly string[] = ['%', 'share']

/**
 * Returns the explicit kind of a metric, else the kind that its unit implies. Null: only ratios of the quantity are
 * meaningful.
 */
export function inferMetricKind({ kind, unit }: Pick<Metric, 'kind' | 'unit'>): MetricKind | null {
  if (kind) return kind
  if (durationUnits.includes(unit)) return 'duration'
  if (Object.hasOwn(memoryUnits, unit)) return 'memory'
  if (shareUnits.includes(unit)) return 'share'
  if (countUnits.includes(unit)) return 'count'
  return /.\/(?:ns|us|µs|μs|ms|s|min|h)$/.test(unit) ? 'rate' : null
}

/** Seconds from process start to exit, on a monotonic clock. */
export const wallTime: Metric = { name: 'wall_time', unit: 's', betterWhen: 'lower' }

/** Result rows divided by wall time, or units of the config; then its unit differs. */
export const throughput: Metric = { name: 'throughput', unit: 'rows/s', betterWhen: 'higher' }

/** User and system CPU time of the process tree. Load from other processes hardly affects it. */
export const cpuTime: Metric = { name: 'cpu_time', unit: 's', betterWhen: 'lower' }

/** Seconds in which at least one kernel ran, summed over the GPUs of the trial. */
export const gpuBusyTime: Metric = { name: 'gpu_busy_time', unit: 's', betterWhen: 'lower' }

/**
 * Seconds of the phases in which the GPUs were in use, busy or waiting for more work; summed over the GPUs of the
 * trial.
 */
export const gpuInUseTime: Metric = { name: 'gpu_in_use_time', unit: 's', betterWhen: 'lower' }

/**
 * Busy time from polled utilization: mean times duration. It is noisier than `gpuBusyTime` and never compared with
 * it.
 */
export const polledBusyTime: Metric = { name: 'gpu_busy_time_polled', unit: 's', betterWhen: 'lower' }

/** Whether a metric is the busy time of all GPUs, from either source. */
export function isBusyTime(metricName: string): boolean {
  return metricName === gpuBusyTime.name || metricName === polledBusyTime.name
}

const gpuBusyPrefix = `${gpuBusyTime.name}:gpu=`
const stageBusyPrefix = `${gpuBusyTime.name}:stage=`

/** Creates the busy-time metric of one GPU, by its physical index. */
export function createGpuBusyMetric(gpu: number): Metric {
  return { ...gpuBusyTime, name: `${gpuBusyPrefix}${gpu}` }
}

/** Returns the GPU index in the name of a per-GPU busy time; null for other metrics. */
export function parseBusyGpu(metricName: string): string | null {
  return metricName.startsWith(gpuBusyPrefix) ? metricName.slice(gpuBusyPrefix.length) : null
}

/** Creates the metric for the busy seconds during one stage, summed over the GPUs of the trial. */
export function createStageBusyMetric(stage: string): Metric {
  return { ...gpuBusyTime, name: `${stageBusyPrefix}${stage}` }
}

/** Returns the stage in the name of a per-stage busy time; null for other metrics. */
export function parseBusyStage(metricName: string): string | null {
  return metricName.startsWith(stageBusyPrefix) ? metricName.slice(stageBusyPrefix.length) : null
}

/**
 * Seconds of memory activity of the GPUs (share of peak bandwidth times time) and of activity of any engine, summed.
 */
export const gpuDramTime: Metric = { name: 'gpu_dram_time', unit: 's', betterWhen: 'lower' }
export const gpuGraphicsTime: Metric = { name: 'gpu_graphics_time', unit: 's', betterWhen: 'lower' }

/**
 * Energy of the GPUs of the trial in joules, from their energy counters. Above idle: minus idle power times duration.
 */
export const gpuEnergy: Metric = { name: 'gpu_energy', unit: 'J', betterWhen: 'lower' }
export const gpuEnergyAboveIdle: Metric = { name: 'gpu_energy_above_idle', unit: 'J', betterWhen: 'lower' }

/** Whether a metric is a GPU counter, which load on the host hardly affects. */
export function isGpuCounter(metricName: string): boolean {
  return metricName.startsWith('gpu_')
}

/** Whether a metric is one of the counters with the lowest noise. */
export function isQuietCounter(metricName: string): boolean {
  return metricName === gpuBusyTime.name || metricName === gpuDramTime.name
}

/** Share of the time in which at least one kernel ran. */
export const gpuUtilization: Metric = { name: 'gpu_utilization', unit: '%', betterWhen: 'higher' }

/**
 * Whether neither direction of a metric is better: GPU utilization rises with more work as well as with less waiting.
 * Such a metric is shown as context and compared only if a gate names it.
 */
export function isContextMetric(metricName: string): boolean {
  return metricName === gpuUtilization.name || metricName === gpuInUseTime.name
}

const stagePrefix = 'stage:'

/** Creates the metric for the seconds of one pipeline stage, as reported by the pipeline. */
export function createStageMetric(stage: string): Metric {
  return { name: `${stagePrefix}${stage}`, unit: 's', betterWhen: 'lower' }
}

/** Returns the stage in a metric name; null for metrics of the complete run. */
export function parseStageName(metricName: string): string | null {
  return metricName.startsWith(stagePrefix) ? metricName.slice(stagePrefix.length) : null
}

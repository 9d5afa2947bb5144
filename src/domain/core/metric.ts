import { memoryUnits } from './memory-unit.ts'

/** What a number means. `betterWhen` belongs to the metric, never to the tool that printed it. */
export type Metric = {
  readonly name: string
  readonly unit: string
  readonly betterWhen: 'lower' | 'higher'
  /** Decides the rule it is judged by. Absent: told by the unit. */
  readonly kind?: MetricKind
}

/** `share`: a part of a whole, 0 to 1 or 0 to 100 %. */
export type MetricKind = 'duration' | 'rate' | 'count' | 'memory' | 'share'

const durationUnits: readonly string[] = ['ns', 'us', 'µs', 'μs', 'ms', 's', 'min', 'h']
const countUnits: readonly string[] = ['1', 'count', 'rows', 'sequences', 'files']
const shareUnits: readonly string[] = ['%', 'share']

/** The kind a metric names, else the one its unit tells; null: a quantity of which only the ratio is known to matter. */
export function inferMetricKind({ kind, unit }: Pick<Metric, 'kind' | 'unit'>): MetricKind | null {
  if (kind) return kind
  if (durationUnits.includes(unit)) return 'duration'
  if (Object.hasOwn(memoryUnits, unit)) return 'memory'
  if (shareUnits.includes(unit)) return 'share'
  if (countUnits.includes(unit)) return 'count'
  return /.\/(?:ns|us|µs|μs|ms|s|min|h)$/.test(unit) ? 'rate' : null
}

/** Seconds from the start of the process to its end, on a monotonic clock. */
export const wallTime: Metric = { name: 'wall_time', unit: 's', betterWhen: 'lower' }

/** Result rows the pipeline wrote, divided by wall time. */
export const throughput: Metric = { name: 'throughput', unit: 'rows/s', betterWhen: 'higher' }

/** User and system CPU time of the whole process tree: it hardly grows when other processes take the processor away. */
export const cpuTime: Metric = { name: 'cpu_time', unit: 's', betterWhen: 'lower' }

/** Seconds in which at least one kernel ran, summed over the GPUs of the trial. */
export const gpuBusyTime: Metric = { name: 'gpu_busy_time', unit: 's', betterWhen: 'lower' }

/** Seconds of the phases in which the GPUs were in use, busy or waiting for more work; summed over the GPUs of the trial. */
export const gpuInUseTime: Metric = { name: 'gpu_in_use_time', unit: 's', betterWhen: 'lower' }

/** The same from the polled utilization, mean times duration: noisier, and never compared with the former. */
export const polledBusyTime: Metric = { name: 'gpu_busy_time_polled', unit: 's', betterWhen: 'lower' }

/** Whether a metric is the busy time of all GPUs, from either source. */
export function isBusyTime(metricName: string): boolean {
  return metricName === gpuBusyTime.name || metricName === polledBusyTime.name
}

const gpuBusyPrefix = `${gpuBusyTime.name}:gpu=`
const stageBusyPrefix = `${gpuBusyTime.name}:stage=`

/** Busy seconds of one of several GPUs, by its physical index. */
export function createGpuBusyMetric(gpu: number): Metric {
  return { ...gpuBusyTime, name: `${gpuBusyPrefix}${gpu}` }
}

/** The GPU that a metric of `createGpuBusyMetric` belongs to; null for all others. */
export function parseBusyGpu(metricName: string): string | null {
  return metricName.startsWith(gpuBusyPrefix) ? metricName.slice(gpuBusyPrefix.length) : null
}

/** Busy seconds during one stage, summed over the GPUs of the trial. */
export function createStageBusyMetric(stage: string): Metric {
  return { ...gpuBusyTime, name: `${stageBusyPrefix}${stage}` }
}

/** The stage that a metric of `createStageBusyMetric` belongs to; null for all others. */
export function parseBusyStage(metricName: string): string | null {
  return metricName.startsWith(stageBusyPrefix) ? metricName.slice(stageBusyPrefix.length) : null
}

/** Seconds of activity of the GPUs' memory (share of the peak bandwidth in use times time) and of any engine, summed. */
export const gpuDramTime: Metric = { name: 'gpu_dram_time', unit: 's', betterWhen: 'lower' }
export const gpuGraphicsTime: Metric = { name: 'gpu_graphics_time', unit: 's', betterWhen: 'lower' }

/** Joules of the GPUs of the trial by their energy counters; above idle: less their idle power times the duration. */
export const gpuEnergy: Metric = { name: 'gpu_energy', unit: 'J', betterWhen: 'lower' }
export const gpuEnergyAboveIdle: Metric = { name: 'gpu_energy_above_idle', unit: 'J', betterWhen: 'lower' }

/** Whether a metric is a counter of the GPUs: what the host does hardly reaches it. */
export function isGpuCounter(metricName: string): boolean {
  return metricName.startsWith('gpu_')
}

/** Whether a metric is one of the counters with the least noise. */
export function isQuietCounter(metricName: string): boolean {
  return metricName === gpuBusyTime.name || metricName === gpuDramTime.name
}

/** Share of the time in which a kernel ran. */
export const gpuUtilization: Metric = { name: 'gpu_utilization', unit: '%', betterWhen: 'higher' }

/**
 * Whether neither direction of a metric is better by itself: GPU utilization rises with more work as well as with less
 * waiting. It is shown with other figures and compared only where a gate names it.
 */
export function isContextMetric(metricName: string): boolean {
  return metricName === gpuUtilization.name || metricName === gpuInUseTime.name
}

const stagePrefix = 'stage:'

/** Seconds of one pipeline stage, as the pipeline itself reports them. */
export function createStageMetric(stage: string): Metric {
  return { name: `${stagePrefix}${stage}`, unit: 's', betterWhen: 'lower' }
}

/** The stage a metric belongs to, or null when it measures the whole run. */
export function parseStageName(metricName: string): string | null {
  return metricName.startsWith(stagePrefix) ? metricName.slice(stagePrefix.length) : null
}

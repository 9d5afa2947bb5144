import type { Metric, MetricKind } from '../../record/parts.ts'
import { takeComplete } from './statistics.ts'

export type { Metric, MetricKind } from '../../record/parts.ts'

/** Samples of one metric, one per counted trial, in chronological order. */
export type Measurement = {
  readonly metric: Metric
  readonly samples: readonly number[]
}

/** A list of one measurement; empty unless every trial has a finite and possible value. */
export function collectSamples<Run>(
  metric: Metric,
  trials: readonly Run[],
  read: (trial: Run) => number | null | undefined,
  isPossible: (value: number) => boolean = () => true,
): Measurement[] {
  const samples = takeComplete(trials.map(read))
  return samples?.every((value) => Number.isFinite(value) && isPossible(value)) ? [{ metric, samples }] : []
}

const durationUnits: readonly string[] = ['ns', 'us', 'µs', 'μs', 'ms', 's', 'min', 'h']
const countUnits: readonly string[] = ['1', 'count', 'rows', 'sequences', 'files']
const shareUnits: readonly string[] = ['%', 'share']

/** Returns the explicit kind of a metric, or the one that its unit implies. Null: only ratios are meaningful. */
export function inferMetricKind({ kind, unit }: Pick<Metric, 'kind' | 'unit'>): MetricKind | null {
  if (kind) return kind
  if (durationUnits.includes(unit)) return 'duration'
  if (Object.hasOwn(memoryUnits, unit)) return 'memory'
  if (shareUnits.includes(unit)) return 'share'
  if (countUnits.includes(unit)) return 'count'
  return /.\/(?:ns|us|µs|μs|ms|s|min|h)$/.test(unit) ? 'rate' : null
}

/** Whether a metric can be slower: a time or a rate. */
export function isTimed(metric: Pick<Metric, 'kind' | 'unit'>): boolean {
  return ['duration', 'rate'].includes(inferMetricKind(metric) ?? '')
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
 * Seconds of the phases in which the GPUs were in use, busy or waiting for the host; summed over the GPUs of the trial.
 */
export const gpuInUseTime: Metric = { name: 'gpu_in_use_time', unit: 's', betterWhen: 'lower' }

/** Seconds from the start of the command to the first work on any of its GPUs. */
export const startUpTime: Metric = { name: 'start_up_time', unit: 's', betterWhen: 'lower' }

/**
 * Whether a metric is the time of the host in one part of a run: around the kernels while GPUs are in use, or before.
 */
export function isHostPart(metricName: string): boolean {
  return metricName === gpuInUseTime.name || metricName === startUpTime.name
}

/** Busy time from polled utilization: mean times duration. Noisier than `gpuBusyTime`, never compared with it. */
export const polledBusyTime: Metric = { name: 'gpu_busy_time_polled', unit: 's', betterWhen: 'lower' }

/** Figures of recorded runs: seconds of all kernels, summed over launches, and exact counts. */
export const gpuKernelTime: Metric = { name: 'gpu_kernel_time', unit: 's', betterWhen: 'lower' }
export const gpuLaunches: Metric = { name: 'gpu_launches', unit: 'count', betterWhen: 'lower' }
export const gpuCopiedBytes: Metric = { name: 'gpu_copied_bytes', unit: 'B', betterWhen: 'lower', kind: 'count' }
export const gpuAllocatedPeak: Metric = { name: 'gpu_memory_allocated_peak', unit: 'B', betterWhen: 'lower' }

/** Whether a metric is the time in which all GPUs worked: their busy time from either source, or their kernels. */
export function isBusyTime(metricName: string): boolean {
  return [gpuBusyTime, polledBusyTime, gpuKernelTime].some(({ name }) => name === metricName)
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
  return metricName.startsWith('gpu_') && !isHostPart(metricName)
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

/** Bytes per unit. `MB` means megabytes; `Mb` (megabits) is not included. */
export const memoryUnits: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
}

const labels: Readonly<Record<string, string>> = {
  wall_time: 'wall time',
  cpu_time: 'CPU time',
  gpu_busy_time: 'GPU busy time',
  gpu_busy_time_polled: 'GPU busy time (polled)',
  gpu_in_use_time: 'GPU time in use',
  start_up_time: 'start-up time',
  gpu_kernel_time: 'GPU kernel time',
  gpu_launches: 'GPU kernel launches',
  gpu_copied_bytes: 'bytes copied to, from, on and between GPUs',
  gpu_memory_allocated_peak: 'peak of allocated GPU memory',
  gpu_dram_time: 'GPU memory activity',
  gpu_graphics_time: 'GPU engine activity',
  gpu_energy: 'GPU energy',
  gpu_energy_above_idle: 'GPU energy above idle',
  gpu_utilization: 'GPU utilization',
  gpu_memory_peak: 'peak GPU memory',
  gpu_memory_used_peak: 'peak GPU memory in use',
  gpu_memory_peak_share: 'share of the GPU memory in use',
  lowest_gpu_utilization: 'lowest GPU utilization',
  total_hours: 'run time',
  projected_hours: 'projected run time',
  sequences_per_hour: 'throughput',
  projected_sequences_per_hour: 'projected throughput',
  sequences_per_second: 'sequence rate',
  tokens_per_second: 'token rate',
  inference_rate: 'inference rate',
  seconds_per_sequence: 'time per sequence',
  fixed_cost: 'start-up time',
  speedup: 'speed-up',
  efficiency: 'scaling efficiency',
  ceiling: 'largest possible speed-up',
  stage_speedup: 'speed-up of the stage',
  stage_efficiency: 'scaling efficiency of the stage',
  stage_rate: 'rate of the stage',
  stage_total: 'time in all stages',
  packing_efficiency: 'packing',
  packing_printed: 'printed packing',
  packing_lowest: 'packing of the worst batch',
  badly_packed_batches: 'batches packed below 80 %',
  padding_efficiency: 'share of tokens without padding',
  starved_share: 'share of starved batches',
  loader_wait_mean: 'mean wait for data',
  loader_wait_p95: '95th percentile of the waits for data',
  loader_wait_max: 'longest wait for data',
  utilization_warnings: 'utilization warnings per check',
  telemetry_captured: 'available share of the throughput figures',
  label_agreement: 'share of equal labels',
  score_agreement: 'share of equal scores',
  unmatched_rows: 'rows without a partner',
  same_answer: 'equal results',
  gpu_stage_utilization: 'GPU utilization of the stage',
  stage_utilization: 'GPU utilization of the stage',
  oom_crashes: 'crashes out of memory',
  oom_handled: 'runs that recovered from exhausted memory',
  label_agreement_elsewhere: 'share of equal labels on other data',
  score_agreement_elsewhere: 'share of equal scores on other data',
  best_objective: 'best value',
  against_best: 'difference from the best setting',
  memory_slope: 'memory growth per repeat',
  stage_sm_activity: 'SM activity of the stage',
  stage_memory_peak: 'peak memory of the stage',
  usl_contention: 'contention',
  usl_coherency: 'coherency',
  usl_peak: 'GPU count of the largest speed-up',
  usl_peak_speedup: 'largest speed-up',
  gpu_samples_logged: 'share of the runs with GPU samples',
  pace_held: 'pace at the end, relative to the start,',
}

const sharePrefix = 'share:'

/**
 * Formats the name of a metric or figure for people: `wall time`, `GPU busy time of GPU 2`, `stage embed`. Names of
 * other tools stay unchanged.
 */
export function formatMetricLabel(name: string): string {
  const stage = parseStageName(name)
  if (stage !== null) return `stage ${stage}`
  if (name.startsWith(sharePrefix)) return `share of stage ${name.slice(sharePrefix.length)}`
  const [gpu, busyStage] = [parseBusyGpu(name), parseBusyStage(name)]
  if (gpu !== null) return `GPU busy time of GPU ${gpu}`
  if (busyStage !== null) return `GPU busy time in stage ${busyStage}`
  return Object.hasOwn(labels, name) ? (labels[name] ?? name) : name
}

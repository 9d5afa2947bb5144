import { collectSamples, gpuUtilization, type Measurement, type Metric, throughput } from '../core/metric.ts'
import { selectAllGpuUses, selectOwnGpuUses } from '../telemetry/own-gpu-uses.ts'
import { computeCompleteMean, computeCompleteSum, takeComplete } from '../core/statistics.ts'
import type { Trial } from './trial.ts'
import type { GpuUse } from '../../record/telemetry.ts'
import { buildReadingMetric, computeProcessValue } from './trial-readings.ts'
import type { PipelineFigures } from '../../record/pipeline.ts'

const memoryPeak: Metric = { name: 'gpu_memory_peak', unit: 'B', betterWhen: 'lower' }
/** Of all processes; only where the memory of the trial's own is unknown, because the two are not comparable. */
const memoryUsedPeak: Metric = { name: 'gpu_memory_used_peak', unit: 'B', betterWhen: 'lower' }

/** Whether a metric is a peak of memory that polls of the monitor saw. */
export function isPolledPeak(metricName: string): boolean {
  return metricName === memoryPeak.name || metricName === memoryUsedPeak.name
}

/** Metrics that may explain a change of the time, or reveal one that times do not show. */
const observed: readonly { readonly metric: Metric; readonly read: (trial: Trial) => number | null }[] = [
  {
    metric: { name: 'tokens_per_second', unit: 'tokens/s', betterWhen: 'higher' },
    read: ({ pipeline }) => (pipeline ? computeTokenRate(pipeline) : null),
  },
  {
    metric: { name: 'packing_efficiency', unit: 'share', betterWhen: 'higher' },
    // A range from rounded rates is no sample.
    read: ({ pipeline }) => (pipeline?.packing?.bounds ? null : (pipeline?.packing?.efficiency ?? null)),
  },
  { metric: gpuUtilization, read: computeUtilization },
  { metric: memoryPeak, read: (trial) => findMemoryPeak(trial, (use) => use.ownMemoryPeakBytes) },
  { metric: memoryUsedPeak, read: (trial) => findMemoryPeak(trial, (use) => use.memoryUsedBytes?.max ?? null) },
]

/** Collects pipeline and monitor metrics that all trials have. */
export function collectObservedMeasurements(trials: readonly Trial[]): Measurement[] {
  const found = observed.flatMap(({ metric, read }) => collectSamples(metric, trials, read))
  const isOwnKnown = found.some(({ metric }) => metric === memoryPeak)
  return found.filter(({ metric }) => metric !== memoryUsedPeak || !isOwnKnown)
}

/** Mean over the trial's GPUs with equal weights, so that one idle GPU is visible. Other GPUs are excluded. */
function computeUtilization(trial: Trial): number | null {
  return computeCompleteMean(selectAllGpuUses(trial).map(({ utilizationPercent }) => utilizationPercent?.mean))
}

/**
 * Maximum over the trial's GPUs, because the fullest GPU limits the run. A program on a GPU holds memory, so 0 means that
 * no poll has seen it.
 */
function findMemoryPeak(trial: Trial, read: (use: GpuUse) => number | null): number | null {
  const peaks = takeComplete(selectAllGpuUses(trial).map((use) => read(use) || null))
  return peaks && Math.max(...peaks)
}

/**
 * Divides the work of each trial by its wall time: the units that the program counted, otherwise result rows. Empty
 * unless every trial has both.
 */
export function collectThroughput(
  trials: readonly Pick<Trial, 'work' | 'resultRows' | 'wallSeconds'>[],
): Measurement[] {
  const units = new Set(trials.map(({ work }) => work?.unit ?? null))
  const [unit = null] = units
  if (units.size !== 1) return []
  const metric = unit === null ? throughput : { ...throughput, unit: `${unit}/s` }
  const readRate = ({ work, resultRows, wallSeconds }: (typeof trials)[number]): number =>
    ((unit === null ? resultRows : work?.count) ?? 0) / (wallSeconds ?? Number.NaN)
  return collectSamples(metric, trials, readRate, (rate) => rate > 0)
}

/**
 * Collects the values that a tool printed in every process, one per process. Values of one process share memory
 * layout, clocks and caches, so they are not independent (see docs/suites.md, `command`).
 */
export function collectReadingMeasurements(trials: readonly Trial[]): Measurement[] {
  const [first, ...others] = trials.map(indexByMetric)
  if (!first) return []
  return [...first].flatMap(([name, { metric, value }]) => {
    const rest = others.map((found) => found.get(name))
    const isSame = rest.every(
      (found) => found?.metric.unit === metric.unit && found.metric.betterWhen === metric.betterWhen,
    )
    return isSame ? [{ metric, samples: [value, ...rest.flatMap((found) => found?.value ?? [])] }] : []
  })
}

/** Lists the names of values that not all processes printed once, or printed with different units. */
export function listUnsteadyReadings(trials: readonly Trial[]): string[] {
  const steady = new Set(collectReadingMeasurements(trials).map(({ metric }) => metric.name))
  const all = trials.flatMap(({ readings }) => readings?.benchmarks ?? []).map((one) => buildReadingMetric(one).name)
  return [...new Set(all)].filter((name) => !steady.has(name))
}

/** Indexes values by metric name. Values with one name cannot be told apart, so they are unsteady. */
function indexByMetric({ readings }: Trial): Map<string, { readonly metric: Metric; readonly value: number }> {
  const groups = Map.groupBy(readings?.benchmarks ?? [], (reading) => buildReadingMetric(reading).name)
  const single = [...groups].flatMap(([name, [reading, ...others]]) => {
    const value = reading && others.length === 0 ? computeProcessValue(reading) : Number.NaN
    return reading && Number.isFinite(value) ? [[name, { metric: buildReadingMetric(reading), value }] as const] : []
  })
  return new Map(single)
}

/** Tokens per second of the stage with most tokens, else the rates that the workers report. Null: unknown. */
export function computeTokenRate({ shards, workers }: PipelineFigures): number | null {
  const byStage = [...Map.groupBy(shards, ({ stage }) => stage).values()]
  const largest = byStage.toSorted((one, other) => countTokens(other) - countTokens(one))[0] ?? []
  const rates = largest.map(({ tokens, seconds }) => (tokens === null || !seconds ? null : tokens / seconds))
  const own = rates.length > 0 ? rates : workers.map(({ tokensPerSecond }) => tokensPerSecond)
  return computeCompleteSum(own)
}

function countTokens(shards: PipelineFigures['shards']): number {
  return shards.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0)
}

/** A property of a run that the code under test does not affect and that may explain its time. */
export type Covariate = {
  /** As a noun phrase: "the speed of the core before the run". */
  readonly name: string
  /** Null: unknown. */
  readonly read: (trial: Trial) => number | null
}

/** In order of preference for equal explanatory power. */
export const covariates: readonly Covariate[] = [
  { name: 'the speed of the core before the run', read: ({ host }) => host?.probeSeconds ?? null },
  { name: 'the CPU use of other processes', read: computeOtherCores },
]

/** With fewer polled readings while busy, the mean clock has more noise than the distance of clock states. */
const minBusyReadings = 5

/**
 * Mean clock of the trial's active GPUs in MHz; null if unknown for one of them or read less than five times while busy. It covers the
 * time in which kernels ran, because a mean over the run depends on its start-up time.
 */
export function computeMeanClockMhz(trial: Trial): number | null {
  const active = selectOwnGpuUses(trial).filter(({ utilizationPercent }) => (utilizationPercent?.max ?? 0) > 0)
  const leastMs = minBusyReadings * (trial.telemetry?.intervalMs ?? 0)
  if (active.some(({ work }) => (work?.busySeconds ?? Number.POSITIVE_INFINITY) * 1000 < leastMs)) return null
  return computeCompleteMean(active.map(({ work }) => work?.busyClockMhz))
}

function computeOtherCores({ host, wallSeconds }: Trial): number | null {
  const seconds = host?.otherCpuSeconds ?? null
  return seconds === null || !wallSeconds ? null : seconds / wallSeconds
}

import { gpuUtilization, type Metric } from '../core/metric.ts'
import { selectOwnGpuUses } from '../telemetry/own-gpu-uses.ts'
import { computeMean } from '../core/statistics.ts'
import { computeTokenRate } from './token-rate.ts'
import type { Trial } from './trial.ts'
import type { GpuUse } from '../../record/telemetry.ts'

type ObservedMetric = { readonly metric: Metric; readonly read: (trial: Trial) => number | null }

const memoryPeak: Metric = { name: 'gpu_memory_peak', unit: 'B', betterWhen: 'lower' }
/** Of all processes; only where the memory of the trial's own is unknown, because the two are not comparable. */
const memoryUsedPeak: Metric = { name: 'gpu_memory_used_peak', unit: 'B', betterWhen: 'lower' }

/** Metrics that may explain a change of the time, or reveal one that times do not show. */
const observed: readonly ObservedMetric[] = [
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
export function collectObservedMeasurements(
  trials: readonly Trial[],
): { metric: Metric; samples: readonly number[] }[] {
  const found = observed.flatMap(({ metric, read }) => {
    const samples = trials.map(read).filter(isFinite)
    return samples.length > 0 && samples.length === trials.length ? [{ metric, samples }] : []
  })
  const isOwnKnown = found.some(({ metric }) => metric === memoryPeak)
  return found.filter(({ metric }) => metric !== memoryUsedPeak || !isOwnKnown)
}

/** Mean over the trial's GPUs with equal weights, so that one idle GPU is visible. Other GPUs are excluded. */
function computeUtilization(trial: Trial): number | null {
  const means = selectOwnGpuUses(trial).map(({ utilizationPercent }) => utilizationPercent?.mean ?? Number.NaN)
  return means.length === 0 ? null : computeMean(means)
}

/**
 * Maximum over the trial's GPUs, because the fullest GPU limits the run. A program on a GPU holds memory, so 0 means that
 * no poll has seen it.
 */
function findMemoryPeak(trial: Trial, read: (use: GpuUse) => number | null): number | null {
  const peaks = selectOwnGpuUses(trial).map((use) => read(use) || Number.NaN)
  return peaks.length === 0 ? null : Math.max(...peaks)
}

function isFinite(value: number | null): value is number {
  return value !== null && Number.isFinite(value)
}

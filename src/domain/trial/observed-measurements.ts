import { gpuUtilization, type Metric } from '../core/metric.ts'
import { selectOwnGpuUses } from '../telemetry/own-gpu-uses.ts'
import { computeMean } from '../core/statistics.ts'
import { computeTokenRate } from './token-rate.ts'
import type { Trial } from './trial.ts'

type ObservedMetric = { readonly metric: Metric; readonly of: (trial: Trial) => number | null }

/** What may explain a change of the time, or be one that no time shows. */
const observed: readonly ObservedMetric[] = [
  {
    metric: { name: 'tokens_per_second', unit: 'tokens/s', betterWhen: 'higher' },
    of: ({ pipeline }) => (pipeline ? computeTokenRate(pipeline) : null),
  },
  {
    metric: { name: 'packing_efficiency', unit: 'share', betterWhen: 'higher' },
    of: ({ pipeline }) => pipeline?.packing?.efficiency ?? null,
  },
  { metric: gpuUtilization, of: computeUtilization },
  { metric: { name: 'gpu_memory_peak', unit: 'B', betterWhen: 'lower' }, of: findMemoryPeak },
]

/** Figures of the pipeline's own log and of the monitor that every one of these trials has; never a part of them. */
export function collectObservedMeasurements(
  trials: readonly Trial[],
): { metric: Metric; samples: readonly number[] }[] {
  return observed.flatMap(({ metric, of }) => {
    const samples = trials.map(of).filter(isFinite)
    return samples.length > 0 && samples.length === trials.length ? [{ metric, samples }] : []
  })
}

/** Of all GPUs that the trial was given alike: one of them that falls idle must show, others have no part in it (W23). */
function computeUtilization(trial: Trial): number | null {
  const means = selectOwnGpuUses(trial).map(({ utilizationPercent }) => utilizationPercent?.mean ?? Number.NaN)
  return means.length === 0 ? null : computeMean(means)
}

/** Of the GPU that held most: the one that runs out first. */
function findMemoryPeak(trial: Trial): number | null {
  const peaks = selectOwnGpuUses(trial).map(
    ({ ownMemoryPeakBytes, memoryUsedBytes }) => ownMemoryPeakBytes ?? memoryUsedBytes?.max ?? Number.NaN,
  )
  return peaks.length === 0 ? null : Math.max(...peaks)
}

function isFinite(value: number | null): value is number {
  return value !== null && Number.isFinite(value)
}

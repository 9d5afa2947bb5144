import {
  gpuBusyTime,
  createGpuBusyMetric,
  gpuDramTime,
  gpuEnergy,
  gpuEnergyAboveIdle,
  gpuGraphicsTime,
  gpuInUseTime,
  polledBusyTime,
  createStageBusyMetric,
  type Metric,
} from '../core/metric.ts'
import { selectOwnGpuUses } from './own-gpu-uses.ts'
import { sumValues } from '../core/statistics.ts'
import type { Trial } from '../trial/trial.ts'
import type { GpuUse, GpuWork } from '../../record/telemetry.ts'

type MetricSamples = { readonly metric: Metric; readonly samples: readonly number[] }

/** Reads a value of one GPU in one trial; null: not available. */
type ReadUse = (use: GpuUse, trial: Trial) => number | null

/**
 * Collects the GPU metrics of trials: busy time in total, per GPU (if several) and per stage; DRAM and graphics time;
 * energy. A metric needs a value of every GPU in every trial. If any trial lacks the driver's utilization samples,
 * polled busy time is used instead, as a separate metric, because the two are not comparable.
 */
export function collectGpuMeasurements(trials: readonly Trial[]): MetricSamples[] {
  const busy = sumOverGpus(gpuBusyTime, trials, getBufferedSeconds)
  return [
    ...(busy.length > 0 ? busy : sumOverGpus(polledBusyTime, trials, computePolledSeconds)),
    ...sumOverGpus(gpuInUseTime, trials, ({ work }) => work?.inUseSeconds ?? null),
    ...collectBusyPerGpu(trials),
    ...collectBusyPerStage(trials),
    ...sumOverGpus(gpuDramTime, trials, ({ work }) => work?.dramActiveSeconds ?? null),
    ...sumOverGpus(gpuGraphicsTime, trials, ({ work }) => work?.graphicsActiveSeconds ?? null),
    ...sumOverGpus(gpuEnergy, trials, ({ energyJoules, energySource }) =>
      energySource === 'counter' ? energyJoules : null,
    ),
    ...sumOverGpus(gpuEnergyAboveIdle, trials, ({ work }) => work?.energyAboveIdleJoules ?? null),
  ]
}

function getBufferedSeconds({ work }: GpuUse): number | null {
  return work?.busySource === 'driver-samples' ? work.busySeconds : null
}

/** Mean utilization times the duration of the trial. */
function computePolledSeconds({ work, utilizationPercent }: GpuUse, { wallSeconds }: Trial): number | null {
  if (work?.busySource === 'mean-utilization') return work.busySeconds
  if (!utilizationPercent || wallSeconds === null) return null
  return (utilizationPercent.mean / 100) * wallSeconds
}

function collectBusyPerGpu(trials: readonly Trial[]): MetricSamples[] {
  const gpus = new Set(trials.flatMap((trial) => selectOwnGpuUses(trial).map(({ gpu }) => gpu)))
  if (gpus.size < 2) return []
  return [...gpus].flatMap((gpu) =>
    collectSamples(createGpuBusyMetric(gpu), trials, (trial) => {
      const use = selectOwnGpuUses(trial).find((item) => item.gpu === gpu)
      return use ? getBufferedSeconds(use) : null
    }),
  )
}

function collectBusyPerStage(trials: readonly Trial[]): MetricSamples[] {
  const stages = new Set((trials[0]?.gpuByStage?.rows ?? []).map(({ stage }) => stage))
  return [...stages].flatMap((stage) =>
    collectSamples(createStageBusyMetric(stage), trials, (trial) => {
      const own = selectOwnGpuUses(trial).map(({ gpu }) => gpu)
      const rows = (trial.gpuByStage?.rows ?? []).filter((row) => row.stage === stage && own.includes(row.gpu))
      return rows.length === own.length ? sumOfAll(rows.map(({ work }) => getStageBusySeconds(work))) : null
    }),
  )
}

function getStageBusySeconds(work: GpuWork | undefined): number | null {
  return work?.busySource === 'driver-samples' ? work.busySeconds : null
}

function sumOverGpus(metric: Metric, trials: readonly Trial[], read: ReadUse): MetricSamples[] {
  return collectSamples(metric, trials, (trial) => sumOfAll(selectOwnGpuUses(trial).map((use) => read(use, trial))))
}

function collectSamples(
  metric: Metric,
  trials: readonly Trial[],
  read: (trial: Trial) => number | null,
): MetricSamples[] {
  const samples = trials.map(read).filter((value) => value !== null)
  return samples.length > 0 && samples.length === trials.length ? [{ metric, samples }] : []
}

/** Null for an empty list or if any value is unknown. */
function sumOfAll(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 || known.length < values.length ? null : sumValues(known)
}

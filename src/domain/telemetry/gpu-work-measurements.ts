import {
  gpuBusyTime,
  gpuBusyTimeOn,
  gpuDramTime,
  gpuEnergy,
  gpuEnergyAboveIdle,
  gpuGraphicsTime,
  gpuInUseTime,
  polledBusyTime,
  stageBusyTime,
  type Metric,
} from '../core/metric.ts'
import { ownGpuUses } from './own-gpu-uses.ts'
import { sumOf } from '../core/statistics.ts'
import type { GpuUse, GpuWork } from './telemetry.ts'
import type { Trial } from '../trial/trial.ts'

type Measured = { readonly metric: Metric; readonly samples: readonly number[] }

/** A value of one GPU in one trial; null: not available. */
type ReadUse = (use: GpuUse, trial: Trial) => number | null

/**
 * What the GPUs of the trials did, by their counters: busy time summed, per GPU where there are several, and per stage; DRAM
 * and graphics time; energy. A metric needs a value of every GPU of every trial: a part is never taken for the total. Where
 * the driver's utilization buffer was not read in all trials, the polled utilization stands in as a metric of its own, since
 * the two must not be compared with each other.
 */
export function gpuWorkMeasurements(trials: readonly Trial[]): Measured[] {
  const busy = summed(gpuBusyTime, trials, bufferedSeconds)
  return [
    ...(busy.length > 0 ? busy : summed(polledBusyTime, trials, polledSeconds)),
    ...summed(gpuInUseTime, trials, ({ work }) => work?.inUseSeconds ?? null),
    ...busyPerGpu(trials),
    ...busyPerStage(trials),
    ...summed(gpuDramTime, trials, ({ work }) => work?.dramActiveSeconds ?? null),
    ...summed(gpuGraphicsTime, trials, ({ work }) => work?.graphicsActiveSeconds ?? null),
    ...summed(gpuEnergy, trials, ({ energyJoules, energySource }) =>
      energySource === 'counter' ? energyJoules : null,
    ),
    ...summed(gpuEnergyAboveIdle, trials, ({ work }) => work?.energyAboveIdleJoules ?? null),
  ]
}

function bufferedSeconds({ work }: GpuUse): number | null {
  return work?.busySource === 'driver-samples' ? work.busySeconds : null
}

/** Mean utilization times the time that it was polled for: the duration of the trial. */
function polledSeconds({ work, utilizationPercent }: GpuUse, { wallSeconds }: Trial): number | null {
  if (work?.busySource === 'mean-utilization') return work.busySeconds
  if (!utilizationPercent || wallSeconds === null) return null
  return (utilizationPercent.mean / 100) * wallSeconds
}

function busyPerGpu(trials: readonly Trial[]): Measured[] {
  const gpus = new Set(trials.flatMap((trial) => ownGpuUses(trial).map(({ gpu }) => gpu)))
  if (gpus.size < 2) return []
  return [...gpus].flatMap((gpu) =>
    measured(gpuBusyTimeOn(gpu), trials, (trial) => {
      const use = ownGpuUses(trial).find((item) => item.gpu === gpu)
      return use ? bufferedSeconds(use) : null
    }),
  )
}

function busyPerStage(trials: readonly Trial[]): Measured[] {
  const stages = new Set((trials[0]?.gpuByStage?.rows ?? []).map(({ stage }) => stage))
  return [...stages].flatMap((stage) =>
    measured(stageBusyTime(stage), trials, (trial) => {
      const own = ownGpuUses(trial).map(({ gpu }) => gpu)
      const rows = (trial.gpuByStage?.rows ?? []).filter((row) => row.stage === stage && own.includes(row.gpu))
      return rows.length === own.length ? sumOfAll(rows.map(({ work }) => busyInStage(work))) : null
    }),
  )
}

function busyInStage(work: GpuWork | undefined): number | null {
  return work?.busySource === 'driver-samples' ? work.busySeconds : null
}

function summed(metric: Metric, trials: readonly Trial[], read: ReadUse): Measured[] {
  return measured(metric, trials, (trial) => sumOfAll(ownGpuUses(trial).map((use) => read(use, trial))))
}

function measured(metric: Metric, trials: readonly Trial[], read: (trial: Trial) => number | null): Measured[] {
  const samples = trials.map(read).filter((value) => value !== null)
  return samples.length > 0 && samples.length === trials.length ? [{ metric, samples }] : []
}

/** Null for none, and as soon as one is not known. */
function sumOfAll(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 || known.length < values.length ? null : sumOf(known)
}

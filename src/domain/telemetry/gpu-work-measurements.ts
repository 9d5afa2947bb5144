import {
  gpuBusyTime,
  createGpuBusyMetric,
  gpuDramTime,
  gpuEnergy,
  gpuEnergyAboveIdle,
  gpuGraphicsTime,
  gpuInUseTime,
  polledBusyTime,
  startUpTime,
  createStageBusyMetric,
  collectSamples,
  type Measurement,
  type Metric,
} from '../core/metric.ts'
import { computeCompleteSum, takeComplete } from '../core/statistics.ts'
import { getBusySeconds, selectAllGpuUses, selectOwnGpuUses, sumOverGpus, type ReadUse } from './own-gpu-uses.ts'
import type { Trial } from '../trial/trial.ts'
import type { GpuUse } from '../../record/telemetry.ts'

/**
 * Collects the GPU metrics of trials: busy time in total, per GPU (if several) and per stage; DRAM and graphics time;
 * energy. A metric needs a value of every GPU in every trial. If any trial lacks the driver's utilization samples,
 * polled busy time is used instead, as a separate metric, because the two are not comparable.
 */
export function collectGpuMeasurements(trials: readonly Trial[]): Measurement[] {
  const collect = (metric: Metric, read: ReadUse): Measurement[] =>
    collectSamples(metric, trials, (trial) => sumOverGpus(trial, read))
  const busy = collect(gpuBusyTime, getBusySeconds)
  return [
    ...(busy.length > 0 ? busy : collectPolledBusy(trials)),
    ...collect(gpuInUseTime, ({ work }) => work?.inUseSeconds ?? null),
    ...collectSamples(startUpTime, trials, findStartUpSeconds),
    ...collectBusyPerGpu(trials),
    ...collectBusyPerStage(trials),
    ...collect(gpuDramTime, ({ work }) => work?.dramActiveSeconds ?? null),
    ...collect(gpuGraphicsTime, ({ work }) => work?.graphicsActiveSeconds ?? null),
    ...collect(gpuEnergy, ({ energyJoules, energySource }) => (energySource === 'counter' ? energyJoules : null)),
    ...collect(gpuEnergyAboveIdle, ({ work }) => work?.energyAboveIdleJoules ?? null),
  ]
}

/**
 * Uses polled busy time for both sides of a comparison if one side has nothing else.
 *
 * @param sides trials of each side with their measurements
 */
export function alignBusyTime(
  sides: readonly { readonly trials: readonly Trial[]; readonly found: readonly Measurement[] }[],
): Measurement[][] {
  const isPolled = sides.some(({ found }) => found.some(({ metric }) => metric.name === polledBusyTime.name))
  return sides.map(({ trials, found }) =>
    found.flatMap((one) => (isPolled && one.metric.name === gpuBusyTime.name ? collectPolledBusy(trials) : [one])),
  )
}

function collectPolledBusy(trials: readonly Trial[]): Measurement[] {
  return collectSamples(polledBusyTime, trials, (trial) => sumOverGpus(trial, computePolledSeconds))
}

/** Mean utilization times the duration of the trial. */
function computePolledSeconds({ work, utilizationPercent }: GpuUse, { wallSeconds }: Trial): number | null {
  if (work?.busySource === 'mean-utilization') return work.busySeconds
  if (!utilizationPercent || wallSeconds === null) return null
  return (utilizationPercent.mean / 100) * wallSeconds
}

/** Until the first GPU works; null if none does, or if any that works may have been first. */
function findStartUpSeconds(trial: Trial): number | null {
  const used = selectAllGpuUses(trial).filter((use) => getBusySeconds(use) !== 0)
  const seconds = takeComplete(used.map(({ work }) => work?.startUpSeconds))
  return seconds && Math.min(...seconds)
}

function collectBusyPerGpu(trials: readonly Trial[]): Measurement[] {
  const gpus = new Set(trials.flatMap((trial) => selectOwnGpuUses(trial).map(({ gpu }) => gpu)))
  if (gpus.size < 2) return []
  return [...gpus].flatMap((gpu) =>
    collectSamples(createGpuBusyMetric(gpu), trials, (trial) => {
      const use = selectOwnGpuUses(trial).find((item) => item.gpu === gpu)
      return use ? getBusySeconds(use) : null
    }),
  )
}

function collectBusyPerStage(trials: readonly Trial[]): Measurement[] {
  const stages = new Set((trials[0]?.gpuByStage?.rows ?? []).map(({ stage }) => stage))
  return [...stages].flatMap((stage) =>
    collectSamples(createStageBusyMetric(stage), trials, (trial) => {
      const own = selectAllGpuUses(trial).map(({ gpu }) => gpu)
      const rows = (trial.gpuByStage?.rows ?? []).filter((row) => row.stage === stage && own.includes(row.gpu))
      return rows.length === own.length ? computeCompleteSum(rows.map(getBusySeconds)) : null
    }),
  )
}

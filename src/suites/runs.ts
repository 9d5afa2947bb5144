/** GPU use and peak memory of finished runs, from what was recorded and reported: starts no run and reads no GPU or file. */
import {
  computeMean,
  type PartialValues,
  sumValues,
  takeComplete,
  computeCompleteMean,
} from '../domain/core/statistics.ts'
import type { GpuUse } from '../record/telemetry.ts'
import type { Device } from '../domain/testbed/testbed.ts'
import { computeProcessValue } from '../domain/trial/trial-readings.ts'
import type { Trial } from '../domain/trial/trial.ts'
import type { MeasuredOutcome } from '../domain/trial/outcome.ts'

/** Lists the physical indices of the assigned GPUs, as in telemetry: slices share that of a GPU, CPU cores have none. */
export function listPhysicalGpus({ planned }: MeasuredOutcome, devices: readonly Device[]): number[] {
  const indices = planned.gpus.flatMap((id) => {
    const device = devices.find((one) => one.id === id)
    if (device === undefined) return id
    return device.physicalIndex ?? (device.uuid === null ? [] : id)
  })
  return [...new Set(indices)]
}

/** Use of the assigned GPUs in one run; null if one of them was not observed. */
export function listGpuUses({ telemetry }: Trial, gpus: readonly number[]): GpuUse[] | null {
  const uses = gpus.flatMap((gpu) => telemetry?.gpus.find((use) => use.gpu === gpu) ?? [])
  return uses.length > 0 && uses.length === gpus.length ? uses : null
}

/** Reads a value of each run over its assigned GPUs; null for a run in which a GPU lacks it. */
export function readOverGpus(
  outcome: MeasuredOutcome,
  devices: readonly Device[],
  read: (use: GpuUse) => number | null | undefined,
  join: (values: readonly number[]) => number,
): (number | null)[] {
  const gpus = listPhysicalGpus(outcome, devices)
  return outcome.trials.map((trial) => {
    const values = takeComplete((listGpuUses(trial, gpus) ?? []).map(read))
    return values && join(values)
  })
}

/** Mean utilization over the runs and the assigned GPUs, in percent; null when a run lacks it. */
export function computeUtilization(outcome: MeasuredOutcome, devices: readonly Device[]): number | null {
  return computeCompleteMean(readOverGpus(outcome, devices, (use) => use.utilizationPercent?.mean, computeMean))
}

/** Peak memory of every run of a case, summed over its GPUs. */
export type MemoryUse = {
  readonly peaksBytes: readonly number[]
  readonly source:
    | 'memory of its own processes'
    | 'memory in use on its GPUs'
    | 'reported by the program'
    | 'resident memory'
}

/** Name of the peak of GPU memory in reports. */
export const memoryPeakName = 'gpu_memory_peak'

type MemorySource = readonly [
  MemoryUse['source'],
  (outcome: MeasuredOutcome, devices: readonly Device[]) => PartialValues,
]

const memorySources: Readonly<Record<'gpu' | 'cpu', readonly MemorySource[]>> = {
  gpu: [
    [
      'memory of its own processes',
      (outcome, devices) => readOverGpus(outcome, devices, (use) => use.ownMemoryPeakBytes || null, sumValues),
    ],
    [
      'memory in use on its GPUs',
      (outcome, devices) => readOverGpus(outcome, devices, (use) => use.memoryUsedBytes?.max, sumValues),
    ],
    ['reported by the program', ({ trials }) => trials.map(readReportedPeak)],
  ],
  cpu: [['resident memory', ({ trials }) => trials.map(({ telemetry }) => telemetry?.host?.residentBytes?.max)]],
}

/** Peak of GPU memory in the report of a run; null if it has none, or several. */
function readReportedPeak({ readings }: Trial): number | null {
  const found = (readings?.benchmarks ?? []).filter(({ metric }) => metric.name === memoryPeakName)
  const [one] = found
  return one && found.length === 1 && one.metric.unit === 'B' ? computeProcessValue(one) : null
}

/** Reads the peak memory of several cases from one common source; null when no source covers all runs. */
export function readPeakMemory(
  outcomes: readonly MeasuredOutcome[],
  devices: readonly Device[],
  deviceKind: 'gpu' | 'cpu',
): MemoryUse[] | null {
  for (const [source, read] of memorySources[deviceKind]) {
    const peaks = outcomes.map((outcome) => takeComplete(read(outcome, devices)))
    if (peaks.every((values) => values !== null)) return peaks.map((peaksBytes) => ({ peaksBytes, source }))
  }
  return null
}

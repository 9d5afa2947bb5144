import type { Device } from '../../domain/testbed/testbed.ts'
import type { GpuUse, TelemetrySummary } from '../../domain/telemetry/telemetry.ts'
import { computeMean } from '../../domain/core/statistics.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { MeasuredOutcome } from '../outcomes.ts'

/** Peak memory of every run of a case, summed over its GPUs. */
export type MemoryUse = {
  readonly peaksBytes: readonly number[]
  readonly source: 'memory of its own processes' | 'memory in use on its GPUs' | 'resident memory'
}

type Reader = {
  readonly source: MemoryUse['source']
  readonly read: (trial: Trial, outcome: MeasuredOutcome) => number | null
}

/** Reads the peak memory of several cases from one common source; null when no source covers all runs. */
export function readPeakMemory(
  outcomes: readonly MeasuredOutcome[],
  devices: readonly Device[],
  deviceKind: 'gpu' | 'cpu',
): MemoryUse[] | null {
  for (const { source, read } of listReaders(devices, deviceKind)) {
    const peaks = outcomes.map((outcome) => outcome.trials.map((trial) => read(trial, outcome)))
    const known = peaks.map((values) => values.filter((value) => value !== null))
    const isWhole = known.every((values, place) => values.length > 0 && values.length === peaks[place]?.length)
    if (isWhole) return known.map((peaksBytes) => ({ peaksBytes, source }))
  }
  return null
}

function listReaders(devices: readonly Device[], deviceKind: 'gpu' | 'cpu'): Reader[] {
  if (deviceKind === 'cpu')
    return [{ source: 'resident memory', read: ({ telemetry }) => telemetry?.host?.residentBytes?.max ?? null }]
  const sumOverGpus = (peak: (use: GpuUse) => number | null): Reader['read'] => {
    return ({ telemetry }, { planned }) =>
      sumIfComplete(listGpuUses(telemetry, planned.gpus, devices)?.map(peak) ?? null)
  }
  return [
    { source: 'memory of its own processes', read: sumOverGpus((use) => use.ownMemoryPeakBytes) },
    { source: 'memory in use on its GPUs', read: sumOverGpus((use) => use.memoryUsedBytes?.max ?? null) },
  ]
}

/** Mean over the runs and the assigned GPUs, in percent; null when a run lacks it. */
export function computeUtilization(outcome: MeasuredOutcome, devices: readonly Device[]): number | null {
  const means = outcome.trials.map(({ telemetry }) => {
    const uses = listGpuUses(telemetry, outcome.planned.gpus, devices)
    const total = sumIfComplete(uses?.map((use) => use.utilizationPercent?.mean ?? null) ?? null)
    return total === null || !uses ? null : total / uses.length
  })
  const known = means.filter((mean) => mean !== null)
  return known.length > 0 && known.length === means.length ? computeMean(known) : null
}

function listGpuUses(
  telemetry: TelemetrySummary | null,
  ids: readonly number[],
  devices: readonly Device[],
): GpuUse[] | null {
  const physical = ids.map((id) => devices.find((device) => device.id === id)?.physicalIndex ?? id)
  const uses = physical.flatMap((gpu) => telemetry?.gpus.find((use) => use.gpu === gpu) ?? [])
  return uses.length > 0 && uses.length === ids.length ? uses : null
}

function sumIfComplete(values: readonly (number | null)[] | null): number | null {
  const known = values?.filter((value) => value !== null) ?? []
  return values && known.length === values.length ? known.reduce((sum, value) => sum + value, 0) : null
}

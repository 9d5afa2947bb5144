import type { Device } from '../../domain/testbed/testbed.ts'
import type { GpuUse, TelemetrySummary } from '../../domain/telemetry/telemetry.ts'
import { meanOf } from '../../domain/core/statistics.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { MeasuredOutcome } from '../outcomes.ts'

/** Peak memory of every run of a case, all its GPUs together. */
export type MemoryUse = {
  readonly peaksBytes: readonly number[]
  /** What was read. */
  readonly source: 'memory of its own processes' | 'memory in use on its GPUs' | 'resident memory'
}

type Reader = {
  readonly source: MemoryUse['source']
  readonly read: (trial: Trial, outcome: MeasuredOutcome) => number | null
}

/** Peak memory of several cases from the same source; null where no source has all their runs. */
export function memoryOf(
  outcomes: readonly MeasuredOutcome[],
  devices: readonly Device[],
  deviceKind: 'gpu' | 'cpu',
): MemoryUse[] | null {
  for (const { source, read } of readersOf(devices, deviceKind)) {
    const peaks = outcomes.map((outcome) => outcome.trials.map((trial) => read(trial, outcome)))
    const known = peaks.map((values) => values.filter((value) => value !== null))
    const isWhole = known.every((values, place) => values.length > 0 && values.length === peaks[place]?.length)
    if (isWhole) return known.map((peaksBytes) => ({ peaksBytes, source }))
  }
  return null
}

function readersOf(devices: readonly Device[], deviceKind: 'gpu' | 'cpu'): Reader[] {
  if (deviceKind === 'cpu')
    return [{ source: 'resident memory', read: ({ telemetry }) => telemetry?.host?.residentBytes?.max ?? null }]
  const overGpus = (peak: (use: GpuUse) => number | null): Reader['read'] => {
    return ({ telemetry }, { planned }) => totalOf(gpusOf(telemetry, planned.gpus, devices)?.map(peak) ?? null)
  }
  return [
    { source: 'memory of its own processes', read: overGpus((use) => use.ownMemoryPeakBytes) },
    { source: 'memory in use on its GPUs', read: overGpus((use) => use.memoryUsedBytes?.max ?? null) },
  ]
}

/** Mean over the runs and over the GPUs that the case was given, in percent; null where one run does not have it (W23). */
export function utilizationOf(outcome: MeasuredOutcome, devices: readonly Device[]): number | null {
  const means = outcome.trials.map(({ telemetry }) => {
    const uses = gpusOf(telemetry, outcome.planned.gpus, devices)
    const total = totalOf(uses?.map((use) => use.utilizationPercent?.mean ?? null) ?? null)
    return total === null || !uses ? null : total / uses.length
  })
  const known = means.filter((mean) => mean !== null)
  return known.length > 0 && known.length === means.length ? meanOf(known) : null
}

function gpusOf(
  telemetry: TelemetrySummary | null,
  ids: readonly number[],
  devices: readonly Device[],
): GpuUse[] | null {
  const physical = ids.map((id) => devices.find((device) => device.id === id)?.physicalIndex ?? id)
  const uses = physical.flatMap((gpu) => telemetry?.gpus.find((use) => use.gpu === gpu) ?? [])
  return uses.length > 0 && uses.length === ids.length ? uses : null
}

function totalOf(values: readonly (number | null)[] | null): number | null {
  const known = values?.filter((value) => value !== null) ?? []
  return values && known.length === values.length ? known.reduce((sum, value) => sum + value, 0) : null
}

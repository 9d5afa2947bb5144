import { computeMedian } from '../../domain/core/statistics.ts'
import type { Device } from '../../domain/testbed/testbed.ts'
import type { MeasuredOutcome } from '../outcomes.ts'
import type { GpuUse } from '../../record/telemetry.ts'

/** Memory and energy of a setting. Null: not sampled in every run. */
export type SettingCosts = {
  /** Peak of the fullest GPU; median over the runs. */
  readonly memoryBytes: number | null
  /** Sum over the GPUs; median over the runs. */
  readonly energyJoules: number | null
}

/** Computes peak memory and energy of the assigned GPUs. */
export function computeSettingCosts(outcome: MeasuredOutcome, devices: readonly Device[]): SettingCosts {
  const given = outcome.planned.gpus.map((id) => devices.find((device) => device.id === id)?.physicalIndex ?? id)
  const runs = outcome.trials.map(({ telemetry }) =>
    given.flatMap((gpu) => telemetry?.gpus.find((use) => use.gpu === gpu) ?? []),
  )
  const isSeen = runs.every((uses) => uses.length === given.length)
  const computeRunMedian = (
    read: (use: GpuUse) => number | null,
    join: (values: readonly number[]) => number,
  ): number | null => {
    if (!isSeen || given.length === 0) return null
    const values = runs.map((uses) => uses.map(read))
    const known = values.flatMap((row) => (row.every((value) => value !== null) ? [join(row)] : []))
    return known.length === values.length && known.length > 0 ? computeMedian(known) : null
  }
  return {
    memoryBytes: computeRunMedian(
      (use) => use.memoryUsedBytes?.max ?? use.ownMemoryPeakBytes,
      (values) => Math.max(...values),
    ),
    energyJoules: computeRunMedian(
      (use) => use.energyJoules,
      (values) => values.reduce((sum, value) => sum + value, 0),
    ),
  }
}

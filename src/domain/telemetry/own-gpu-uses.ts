import type { GpuUse } from '../../record/telemetry.ts'
import type { Trial } from '../trial/trial.ts'

/** Selects the GPUs that were assigned to a trial; other GPUs of the host are excluded. */
export function selectOwnGpuUses({ telemetry, gpus = [] }: Trial): readonly GpuUse[] {
  return telemetry?.gpus.filter(({ gpu }) => gpus.includes(gpu)) ?? []
}

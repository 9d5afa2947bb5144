import type { Trial } from '../trial/trial.ts'
import type { GpuUse } from '../../record/telemetry.ts'

/**
 * Selects the GPUs of a trial. For records without assigned GPUs: those on which its processes used memory, else
 * those that were active. Idle GPUs of the host are excluded.
 */
export function selectOwnGpuUses({ telemetry, gpus }: Trial): readonly GpuUse[] {
  const uses = telemetry?.gpus ?? []
  if (gpus) return uses.filter(({ gpu }) => gpus.includes(gpu))
  const held = uses.filter(({ ownMemoryPeakBytes }) => (ownMemoryPeakBytes ?? 0) > 0)
  if (held.length > 0) return held
  const busy = uses.filter(({ utilizationPercent }) => (utilizationPercent?.max ?? 0) > 0)
  return busy.length > 0 ? busy : uses
}

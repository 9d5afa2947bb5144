import type { GpuUse } from './telemetry.ts'
import type { Trial } from '../trial/trial.ts'

/**
 * What the GPUs of a trial did. Records that do not say which GPUs it was given: those on which its processes held memory,
 * or where that is not known those that worked at all; idle GPUs of the host have no part in its figures.
 */
export function selectOwnGpuUses({ telemetry, gpus }: Trial): readonly GpuUse[] {
  const uses = telemetry?.gpus ?? []
  if (gpus) return uses.filter(({ gpu }) => gpus.includes(gpu))
  const held = uses.filter(({ ownMemoryPeakBytes }) => (ownMemoryPeakBytes ?? 0) > 0)
  if (held.length > 0) return held
  const busy = uses.filter(({ utilizationPercent }) => (utilizationPercent?.max ?? 0) > 0)
  return busy.length > 0 ? busy : uses
}

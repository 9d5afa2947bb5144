import { computeCompleteSum } from '../core/statistics.ts'
import type { GpuUse, GpuWork } from '../../record/telemetry.ts'
import type { Trial } from '../trial/trial.ts'

/** Reads a value of one GPU in one trial; null: not available. */
export type ReadUse = (use: GpuUse, trial: Trial) => number | null

/** Selects the GPUs that were assigned to a trial; other GPUs of the host are excluded. */
export function selectOwnGpuUses({ telemetry, gpus = [] }: Trial): readonly GpuUse[] {
  return telemetry?.gpus.filter(({ gpu }) => gpus.includes(gpu)) ?? []
}

/** As `selectOwnGpuUses`; empty if the telemetry lacks an assigned GPU, because a figure of the others may look better. */
export function selectAllGpuUses(trial: Trial): readonly GpuUse[] {
  const uses = selectOwnGpuUses(trial)
  return uses.length === trial.gpus?.length ? uses : []
}

/** Busy seconds from the driver's samples; null where they were polled. */
export function getBusySeconds({ work }: { readonly work?: GpuWork | undefined }): number | null {
  return work?.busySource === 'driver-samples' ? work.busySeconds : null
}

/** Sums a value over the GPUs of a trial; null if any GPU lacks it. */
export function sumOverGpus(trial: Trial, read: ReadUse): number | null {
  return computeCompleteSum(selectAllGpuUses(trial).map((use) => read(use, trial)))
}

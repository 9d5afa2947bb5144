import type { Trial } from '../../record/run.ts'

export type { Trial } from '../../record/run.ts'

/** Whether the machine was not fit during the trial. Such a trial is neither a sample nor a failure of the pipeline. */
export function isContaminated({ contamination }: Trial): boolean {
  return contamination.length > 0
}

/** Whether a trial has a wall time or values of a tool. */
export function hasFigures({ wallSeconds, readings }: Trial): boolean {
  const isTimed = wallSeconds !== null && Number.isFinite(wallSeconds) && wallSeconds > 0
  return isTimed || (readings?.benchmarks.length ?? 0) > 0
}

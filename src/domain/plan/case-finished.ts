import type { PlannedCase } from './plan.ts'
import { isContaminated, type Trial } from '../trial/trial.ts'

/** Whether a case has all its runs. `before`: counted runs of an earlier session that must be repeated. */
export function isFinished(planned: PlannedCase, done: readonly Trial[], before: number): boolean {
  const contaminated = done.filter((trial) => isContaminated(trial) && !trial.isWarmup).length
  const wanted = planned.warmups + planned.repeats + before
  return done.length >= wanted + Math.min(contaminated, planned.maxReruns) || hasGivenUp(done)
}

/**
 * Whether a case failed twice in a row, so that further runs are pointless. Contaminated runs are repeated within the
 * limit of the case and do not count here; a contaminated warm-up is not repeated.
 */
export function hasGivenUp(done: readonly Trial[]): boolean {
  const own = done.filter((trial) => !isContaminated(trial)).slice(-2)
  return own.length === 2 && own.every((trial) => trial.failure !== null)
}

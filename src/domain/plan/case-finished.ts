import type { PlannedCase } from './plan.ts'
import { isContaminated, type Trial } from '../trial/trial.ts'

/** `before`: counted runs that another session of this case took, so that as many are due again. */
export function isFinished(planned: PlannedCase, done: readonly Trial[], before: number): boolean {
  const contaminated = done.filter((trial) => isContaminated(trial) && !trial.isWarmup).length
  const wanted = planned.warmups + planned.repeats + before
  return done.length >= wanted + Math.min(contaminated, planned.maxReruns) || hasGivenUp(done)
}

/**
 * A case that failed twice running is not tried again: more GPU time would teach nothing. A contaminated run that was to
 * count is made again until the budget of the case is used up; a contaminated warm-up has warmed up all the same.
 */
export function hasGivenUp(done: readonly Trial[]): boolean {
  const own = done.filter((trial) => !isContaminated(trial)).slice(-2)
  return own.length === 2 && own.every((trial) => trial.failure !== null)
}

import type { PlannedCase, PlannedComparison } from './plan.ts'
import type { PriorKnowledge } from './prior-knowledge.ts'
import { hasFigures, isContaminated, type Trial } from '../trial/trial.ts'

/** Trials of both sides that count, in the order in which they were taken. */
export type RunsInTurn = { readonly base: readonly Trial[]; readonly head: readonly Trial[] }

/** Whether a trial is a sample: run to its end on a fit machine, and no warm-up. */
export function counts(trial: Trial): boolean {
  return !trial.isWarmup && trial.failure === null && !isContaminated(trial) && hasFigures(trial)
}

/**
 * The runs of the two sides that were taken in turn. When the head was first run alone to be screened by committed samples,
 * those runs are another session and stay out: the pair begins where the base joined.
 */
export function runsInTurn(
  comparison: PlannedComparison,
  head: Pick<PlannedCase, 'repeats'>,
  trials: readonly Trial[],
  known: PriorKnowledge,
): RunsInTurn {
  const own = trials.filter((trial) => trial.caseId === comparison.head && counts(trial))
  const base = trials.filter((trial) => trial.caseId === comparison.base && counts(trial))
  return { base, head: own.slice(screeningRuns(comparison, head, trials, known)) }
}

/** How many of the head's runs were taken before the base joined; 0 where it ran beside it from the start. */
export function screeningRuns(
  { head, base, isScreened }: PlannedComparison,
  { repeats }: Pick<PlannedCase, 'repeats'>,
  trials: readonly Trial[],
  known: PriorKnowledge,
): number {
  if (!isScreened || known.screen(head, []) === null) return 0
  const joined = trials.findIndex((trial) => trial.caseId === base)
  const before = joined < 0 ? trials : trials.slice(0, joined)
  const alone = before.filter((trial) => trial.caseId === head && counts(trial)).length
  return alone >= repeats ? alone : 0
}

/** Both sides cut to as many runs as both have. */
export function evenly({ base, head }: RunsInTurn): RunsInTurn {
  const count = Math.min(base.length, head.length)
  return { base: base.slice(0, count), head: head.slice(0, count) }
}

import type { PlannedCase, PlannedComparison } from './plan.ts'
import type { PriorKnowledge } from './prior-knowledge.ts'
import { hasFigures, isContaminated, type Trial } from '../trial/trial.ts'

/** Trials of both sides that count, in the order in which they were taken. */
export type InterleavedRuns = { readonly base: readonly Trial[]; readonly head: readonly Trial[] }

/** Whether a trial is a sample: run to its end on a fit machine, and no warm-up. */
export function isCounted(trial: Trial): boolean {
  return !trial.isWarmup && trial.failure === null && !isContaminated(trial) && hasFigures(trial)
}

/**
 * The runs of the two sides that were taken in turn. When the head was first run alone to be screened by committed samples,
 * those runs are another session and stay out: the pair begins where the base joined.
 */
export function selectInterleavedRuns(
  comparison: PlannedComparison,
  head: Pick<PlannedCase, 'repeats'>,
  trials: readonly Trial[],
  known: PriorKnowledge,
): InterleavedRuns {
  const own = trials.filter((trial) => trial.caseId === comparison.head && isCounted(trial))
  const base = trials.filter((trial) => trial.caseId === comparison.base && isCounted(trial))
  return { base, head: own.slice(countScreeningRuns(comparison, head, trials, known)) }
}

/** How many of the head's runs were taken before the base joined; 0 where it ran beside it from the start. */
export function countScreeningRuns(
  { head, base, isScreened }: PlannedComparison,
  { repeats }: Pick<PlannedCase, 'repeats'>,
  trials: readonly Trial[],
  known: PriorKnowledge,
): number {
  if (!isScreened || known.screen(head, []) === null) return 0
  const joined = trials.findIndex((trial) => trial.caseId === base)
  const before = joined < 0 ? trials : trials.slice(0, joined)
  const alone = before.filter((trial) => trial.caseId === head && isCounted(trial)).length
  return alone >= repeats ? alone : 0
}

/** Both sides cut to as many runs as both have. */
export function trimToEqual({ base, head }: InterleavedRuns): InterleavedRuns {
  const count = Math.min(base.length, head.length)
  return { base: base.slice(0, count), head: head.slice(0, count) }
}

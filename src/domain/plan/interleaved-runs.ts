import type { PlannedCase, PlannedComparison } from './plan.ts'
import { hasFigures, isContaminated, type Trial } from '../trial/trial.ts'

/** Counted trials of both sides, in chronological order. */
export type InterleavedRuns = { readonly base: readonly Trial[]; readonly head: readonly Trial[] }

/** Whether a trial counts as a sample: complete, not contaminated, not a warm-up. */
export function isCounted(trial: Trial): boolean {
  return !trial.isWarmup && trial.failure === null && !isContaminated(trial) && hasFigures(trial)
}

/**
 * Selects the interleaved runs of both sides. Head runs taken earlier, for screening against committed samples,
 * belong to another session and are excluded.
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

/** Counts the head runs that were taken before the base joined; 0 without screening. */
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

/** Trims both sides to the same number of runs. */
export function trimToEqual({ base, head }: InterleavedRuns): InterleavedRuns {
  const count = Math.min(base.length, head.length)
  return { base: base.slice(0, count), head: head.slice(0, count) }
}

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

/** Knowledge about the cases from earlier runs. */
export type PriorKnowledge = {
  /** Earlier runs of unchanged code on this testbed, one list per session. */
  readonly sessionsOf: (caseId: string, metric: string) => readonly (readonly number[])[]
  /**
   * Screening: whether committed samples show that these runs of a head case are unchanged, so that its reference need
   * not run; false without runs. Null: no usable samples, so there is no screening.
   */
  readonly screen: (caseId: string, runs: readonly Trial[]) => boolean | null
  /** What kernel records may decide; absent: nothing is recorded. */
  readonly kernels?: KernelPolicy
}

/** What the records of GPU kernels may decide in a run. */
export type KernelPolicy = {
  /** Whether records may pass a comparison, or only fail it: code that is not trusted could falsify its own. */
  readonly mayPass: boolean
  /** Whether recorded pairs run next to the judged runs. */
  readonly recordsPairs: boolean
  /** Memory of the smallest GPU, in bytes; null: unknown. */
  readonly gpuBytes: number | null
}

/** No prior knowledge, as for the first run on a testbed. */
export const nothingKnown: PriorKnowledge = { sessionsOf: () => [], screen: () => null }

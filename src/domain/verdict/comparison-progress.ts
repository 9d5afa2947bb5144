import { fewestExactPairs, computeNextLook } from '../detection/pair/pair-rule.ts'
import type { PlannedCase, PlannedComparison } from '../plan/plan.ts'
import type { PriorKnowledge } from '../plan/prior-knowledge.ts'
import { isCounted, selectInterleavedRuns } from '../plan/interleaved-runs.ts'
import type { MetricDecision } from './metric-decision.ts'
import { decide, buildInterleavedPair, type InterleavedPair } from './interleaved-pair.ts'
import type { Trial } from '../trial/trial.ts'
import { estimateOutlook, type Outlook } from './outlook.ts'

/** Progress of a planned comparison. */
export type ComparisonProgress =
  /** Committed samples clear the head, so its reference need not run. */
  | { readonly state: 'cleared' }
  /** Too few runs for a look, or in the middle of a step: `wanted` runs per side are next. */
  | { readonly state: 'measuring'; readonly wanted: number }
  | { readonly state: 'settled' }
  /** Undecided with runs left; the next look is at `wanted` runs per side. */
  | { readonly state: 'open'; readonly wanted: number; readonly outlook: Outlook }
  /** Undecided at the maximum number of runs. */
  | { readonly state: 'at the cap' }
  /** Undecided, and the remaining runs cannot decide any open metric. */
  | { readonly state: 'out of reach' }

/** Determines the progress of a comparison from its trials. Pure; used by the schedule and by the judgment. */
export function determineProgress(
  comparison: PlannedComparison,
  head: PlannedCase,
  trials: readonly Trial[],
  known: PriorKnowledge,
): ComparisonProgress {
  if (isCleared(comparison, head, trials, known)) return { state: 'cleared' }
  const runs = selectInterleavedRuns(comparison, head, trials, known)
  const taken = Math.min(runs.base.length, runs.head.length)
  const first = computeFirstLook(comparison, head)
  const next = computeNextLook(taken - 1, first, comparison.maxRepeats)
  if (taken < next) return { state: 'measuring', wanted: next }
  if (runs.head.length < runs.base.length) {
    return { state: 'measuring', wanted: computeNextLook(taken, first, comparison.maxRepeats) }
  }
  return determineAtLook(buildInterleavedPair(comparison, head, trials, known), head, taken)
}

/** Runs per side at the first look. */
function computeFirstLook({ confirm, maxRepeats }: PlannedComparison, { repeats }: PlannedCase): number {
  return confirm === 'exact' ? Math.max(repeats, Math.min(fewestExactPairs, maxRepeats)) : repeats
}

/** Whether committed samples cleared the head before its reference ran. */
export function isCleared(
  comparison: PlannedComparison,
  head: PlannedCase,
  trials: readonly Trial[],
  known: PriorKnowledge,
): boolean {
  if (!comparison.isScreened || trials.some((trial) => trial.caseId === comparison.base)) return false
  const own = trials.filter((trial) => trial.caseId === comparison.head && isCounted(trial))
  return own.length >= head.repeats && known.screen(comparison.head, own) === true
}

function determineAtLook(sides: InterleavedPair, head: PlannedCase, taken: number): ComparisonProgress {
  const decisions = decide(sides, 'gate')
  if (isSettled(decisions)) return { state: 'settled' }
  const { maxRepeats } = sides.comparison
  if (taken >= maxRepeats) return { state: 'at the cap' }
  const outlook = estimateOutlook(sides, decisions)
  if (outlook.isOutOfReach) return { state: 'out of reach' }
  return {
    state: 'open',
    wanted: computeNextLook(taken, computeFirstLook(sides.comparison, head), maxRepeats),
    outlook,
  }
}

/** Settled by one regression that fails the check, or if no gate metric is inconclusive. */
function isSettled(decisions: readonly MetricDecision[]): boolean {
  return (
    decisions.some((item) => item.decision.verdict === 'regression' && item.toleratedBecause === undefined) ||
    decisions.every(({ decision }) => decision.verdict !== 'inconclusive')
  )
}

import { fewestExactPairs } from '../detection/pair/exact-confirmation.ts'
import { computeNextLook } from '../detection/pair/next-look.ts'
import type { PlannedCase, PlannedComparison } from '../plan/plan.ts'
import type { PriorKnowledge } from '../plan/prior-knowledge.ts'
import { isCounted, selectInterleavedRuns } from '../plan/interleaved-runs.ts'
import type { MetricDecision } from './metric-decision.ts'
import { decide, buildInterleavedPair, type InterleavedPair } from './interleaved-pair.ts'
import type { Trial } from '../trial/trial.ts'
import { estimateOutlook, type Outlook } from './outlook.ts'

/** How far the answer to one planned comparison is. */
export type ComparisonProgress =
  /** Committed samples clear the head; its reference need not run. */
  | { readonly state: 'cleared' }
  /** Too few runs to look, or in the middle of a step: `wanted` runs per side come next. */
  | { readonly state: 'measuring'; readonly wanted: number }
  | { readonly state: 'settled' }
  /** Not settled, and more runs are allowed: `wanted` per side would be the next look. */
  | { readonly state: 'open'; readonly wanted: number; readonly outlook: Outlook }
  /** Not settled, and the most runs are taken. */
  | { readonly state: 'at the cap' }
  /** Not settled, and all the runs that are left would settle none of what is open. */
  | { readonly state: 'out of reach' }

/** Where a comparison stands after these trials. Pure: the schedule and the judge ask the same. */
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

/** Whether committed samples have cleared the head before its reference ever ran. */
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

/** One regression that fails the check is enough to know; without one every gate metric must be known. */
function isSettled(decisions: readonly MetricDecision[]): boolean {
  return (
    decisions.some((item) => item.decision.verdict === 'regression' && item.toleratedBecause === undefined) ||
    decisions.every(({ decision }) => decision.verdict !== 'inconclusive')
  )
}

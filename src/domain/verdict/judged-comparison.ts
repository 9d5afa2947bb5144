import { formatMetricLabel } from '../core/metric.ts'
import { formatCaseId, type Axes } from '../core/case.ts'
import { formatPercent, formatCounted } from '../core/numbers.ts'
import { fewestExactPairs, computeNextLook } from '../detection/pair/pair-rule.ts'
import { computeUncertainty, explainOutOfReach } from '../detection/pair/reach.ts'
import {
  type InterleavedRuns,
  isCounted,
  type PriorKnowledge,
  selectInterleavedRuns,
  trimToEqual,
} from '../plan/interleaved-runs.ts'
import type { Plan, PlannedCase, PlannedComparison } from '../plan/plan.ts'
import type { Trial } from '../trial/trial.ts'
import type { Comparison } from './comparison.ts'
import { isHiddenByClock } from './coarse-clock.ts'
import { decide, buildInterleavedPair, type MetricDecision } from './evidence.ts'
import { listUnmatchedGates } from './gate.ts'
import { countWantedPairs, selectRecordedPairs } from './recorded-evidence.ts'

/** A planned comparison with its decisions. */
export type JudgedComparison = {
  readonly planned: PlannedComparison
  readonly head: PlannedCase
  readonly base: PlannedCase
  /** The compared runs: equal numbers on both sides. */
  readonly runs: InterleavedRuns
  readonly progress: ComparisonProgress
  /** Empty while a side has no counted run. */
  readonly decisions: readonly MetricDecision[]
}

/** Progress of a planned comparison: whether it is measured further, and why not. */
export type ComparisonProgress =
  /** Committed samples show that the head is unchanged, so its reference need not run. */
  | { readonly state: 'cleared' }
  /** Too few runs for a look, or in the middle of a step: `wanted` runs per side are next. */
  | { readonly state: 'measuring'; readonly wanted: number }
  /** The GPU work failed or is undecided: `wanted` recorded pairs are next. */
  | { readonly state: 'recording'; readonly wanted: number }
  /** One regression fails the check, or no gate metric is inconclusive. */
  | { readonly state: 'settled' }
  /**
   * Undecided with runs left; the next look is at `wanted` runs per side. `uncertainty`: the largest p · (1 − p) of an
   * open metric, at most ¼; more runs help most at the largest value.
   */
  | { readonly state: 'open'; readonly wanted: number; readonly uncertainty: number }
  /** Undecided at the maximum number of runs. */
  | { readonly state: 'at the cap' }
  /** Undecided, and the remaining runs cannot decide any open metric. */
  | { readonly state: 'out of reach' }

/** Judges all planned comparisons with the functions that also decide when to stop. */
export function judgeComparisons(plan: Plan, trials: readonly Trial[], known: PriorKnowledge): JudgedComparison[] {
  const find = (id: string): PlannedCase | undefined => plan.cases.find((item) => item.id === id)
  return plan.comparisons.flatMap((planned) => {
    const [head, base] = [find(planned.head), find(planned.base)]
    if (!head || !base) return []
    const pair = buildInterleavedPair(planned, head, trials, known)
    const decisions = pair.runs.base.length === 0 || pair.runs.head.length === 0 ? [] : decide(pair, 'all')
    const gates = decisions.filter(({ isGate }) => isGate)
    const progress = determineProgress({ comparison: planned, head, trials, known }, () => gates)
    return [{ planned, head, base, runs: pair.runs, progress, decisions }]
  })
}

/** Converts the decisions to report rows, with a `missing` row for each gate without a metric. */
export function toComparisons(
  { head, planned, decisions }: JudgedComparison,
  reference: string,
  axes: Axes,
): Comparison[] {
  const { suite, benchmark } = head.key
  const key = { suite, benchmark, axes, reference }
  const decided = decisions.map((item) => ({
    ...key,
    metric: item.metric.name,
    unit: item.metric.unit,
    betterWhen: item.metric.betterWhen,
    isGate: item.isGate,
    ...(item.cost !== undefined && { cost: item.cost }),
    ...(item.toleratedBecause !== undefined && { toleratedBecause: item.toleratedBecause }),
    ...(item.workCause !== undefined && { workCause: item.workCause }),
    ...item.decision,
  }))
  const names = decisions.map(({ metric }) => metric.name)
  return [...decided, ...listUnmatchedGates(planned.gate, names, key)]
}

/** Determines the progress of a comparison from its trials. Pure; used by the schedule and by the judgment. */
export function determineProgress(
  {
    comparison,
    head,
    trials,
    known,
  }: {
    readonly comparison: PlannedComparison
    readonly head: PlannedCase
    readonly trials: readonly Trial[]
    readonly known: PriorKnowledge
  },
  decideGates = (): readonly MetricDecision[] => decide(buildInterleavedPair(comparison, head, trials, known), 'gate'),
): ComparisonProgress {
  if (isCleared(comparison, head, trials, known)) return { state: 'cleared' }
  const { maxRepeats } = comparison
  const runs = selectInterleavedRuns(comparison, head, trials, known)
  const taken = Math.min(runs.base.length, runs.head.length)
  // With fewer pairs the exact test cannot decide anything.
  const first = comparison.confirm === 'exact' ? Math.min(fewestExactPairs, maxRepeats) : 0
  const findNextLook = (after: number): number => computeNextLook(after, Math.max(head.repeats, first), maxRepeats)
  if (taken < findNextLook(taken - 1)) return { state: 'measuring', wanted: findNextLook(taken - 1) }
  if (runs.head.length < runs.base.length) return { state: 'measuring', wanted: findNextLook(taken) }
  const gates = decideGates()
  const end = determineEnd(gates, { taken, maxRepeats, next: findNextLook(taken) })
  // Records that may only fail a check wait for the last judged run.
  if (end.state === 'open' && known.kernels?.mayPass !== true) return end
  const pairs = selectRecordedPairs(comparison, trimToEqual(runs), trials)
  const wanted = countWantedPairs(gates, { comparison, head }, pairs, known.kernels)
  return wanted === null ? end : { state: 'recording', wanted }
}

/** The progress of a comparison after a look at its judged runs. */
function determineEnd(
  gates: readonly MetricDecision[],
  { taken, maxRepeats, next }: Readonly<Record<'taken' | 'maxRepeats' | 'next', number>>,
): ComparisonProgress {
  const hasFailed = gates.some((item) => item.decision.verdict === 'regression' && item.toleratedBecause === undefined)
  const open = gates.filter(({ decision }) => decision.verdict === 'inconclusive')
  if (hasFailed || open.length === 0) return { state: 'settled' }
  if (taken >= maxRepeats) return { state: 'at the cap' }
  const uncertainty = estimateUncertainty(open, maxRepeats)
  return uncertainty === null ? { state: 'out of reach' } : { state: 'open', wanted: next, uncertainty }
}

/** Whether committed samples showed that the head is unchanged before its reference ran. */
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

/**
 * Estimates the uncertainty of the open gate metrics; null: no more runs decide any of them. A metric that noise makes
 * undecidable does not end the comparison while another gate is open, nor while a covariate may explain its noise with
 * more runs.
 */
function estimateUncertainty(gates: readonly MetricDecision[], maxRepeats: number): number | null {
  const open = gates.map(({ evidence, isWidened, decision }) => ({
    measured: evidence?.measured ?? null,
    // A metric that may be cleared at its own resolution can still be cleared by more runs.
    isOutOfReach:
      evidence !== null &&
      !isWidened &&
      (isHiddenByClock({ decision, clock: evidence.clock }, { isWidened }) ||
        (!evidence.isAdjustableLater && explainOutOfReach(evidence, maxRepeats) !== null)),
  }))
  const near = open.flatMap(({ measured, isOutOfReach }) => (measured && !isOutOfReach ? [measured] : []))
  if (near.length === 0 && open.some(({ isOutOfReach }) => isOutOfReach)) return null
  return Math.max(0, ...near.map(computeUncertainty))
}

/**
 * Describes the state of a running measurement in one sentence; null without comparisons. It is no verdict: baselines
 * and limits are judged after the last trial.
 */
export function describeInterimResult(plan: Plan, trials: readonly Trial[], known: PriorKnowledge): string | null {
  const judged = judgeComparisons(plan, trials, known)
  if (judged.length === 0) return null
  const settled = judged.filter(({ progress }) => progress.state === 'settled' || progress.state === 'cleared').length
  if (settled === 0) return `no result yet for ${formatCounted(judged.length, 'comparison')}`
  // Gates of other comparisons may still change.
  const gates = judged
    .filter(({ progress }) => progress.state === 'settled')
    .flatMap(({ decisions, head }) => decisions.filter(({ isGate }) => isGate).map((item) => ({ ...item, head })))
  const regressions = gates.filter(({ decision }) => decision.verdict === 'regression')
  const improvements = gates.filter(({ decision }) => decision.verdict === 'improvement')
  const describe = ({ metric, decision: { effect }, head }: (typeof gates)[number]) => {
    const size = `${(effect ?? 0) > 0 ? '+' : '-'}${formatPercent(Math.abs(effect ?? 0))}`
    return `${formatMetricLabel(metric.name)} of ${formatCaseId(head.key)} ${effect === null ? 'changed from zero' : size}`
  }
  const [worst] = regressions.toSorted((a, b) => Math.abs(b.decision.effect ?? 0) - Math.abs(a.decision.effect ?? 0))
  const found = [
    ...(worst ? [`${formatCounted(regressions.length, 'regression')} (${describe(worst)})`] : []),
    ...(improvements.length > 0 ? [formatCounted(improvements.length, 'improvement')] : []),
  ]
  const of = judged.length === 1 ? 'the comparison is settled' : `${settled} of ${judged.length} comparisons settled`
  return `${of}: ${found.length > 0 ? found.join(', ') : 'no change found'}`
}

import type { Axes } from '../core/case.ts'
import type { Comparison } from './comparison.ts'
import { determineProgress, type ComparisonProgress } from './comparison-progress.ts'
import { explainOutOfReach } from '../detection/pair/reach.ts'
import { listUnmatchedGates } from './gate.ts'
import type { Plan, PlannedCase, PlannedComparison } from '../plan/plan.ts'
import type { PriorKnowledge } from '../plan/prior-knowledge.ts'
import type { MetricDecision } from './metric-decision.ts'
import { decide, buildInterleavedPair } from './interleaved-pair.ts'
import type { Trial } from '../trial/trial.ts'

/** A planned comparison with its decisions. */
export type JudgedComparison = {
  readonly planned: PlannedComparison
  readonly head: PlannedCase
  readonly base: PlannedCase
  readonly progress: ComparisonProgress
  /** Empty while a side has no counted run. */
  readonly decisions: readonly MetricDecision[]
}

/** Judges all planned comparisons with the functions that also decide when to stop. */
export function judgeComparisons(plan: Plan, trials: readonly Trial[], known: PriorKnowledge): JudgedComparison[] {
  const find = (id: string): PlannedCase | undefined => plan.cases.find((item) => item.id === id)
  return plan.comparisons.flatMap((planned) => {
    const [head, base] = [find(planned.head), find(planned.base)]
    if (!head || !base) return []
    const sides = buildInterleavedPair(planned, head, trials, known)
    const isEmpty = sides.runs.base.length === 0 || sides.runs.head.length === 0
    const decisions = isEmpty ? [] : decide(sides, 'all')
    return [{ planned, head, base, progress: determineProgress(planned, head, trials, known), decisions }]
  })
}

/** Converts the decisions to report rows, with a `missing` row for each gate without a metric. */
export function toComparisons(judged: JudgedComparison, reference: string, axes: Axes): Comparison[] {
  const { suite, benchmark } = judged.head.key
  const key = { suite, benchmark, axes, reference }
  const decided = judged.decisions.map((item) => ({
    ...key,
    metric: item.metric.name,
    unit: item.metric.unit,
    betterWhen: item.metric.betterWhen,
    isGate: item.isGate,
    ...(item.cost !== undefined && { cost: item.cost }),
    ...(item.toleratedBecause !== undefined && { toleratedBecause: item.toleratedBecause }),
    ...(item.workCause !== undefined && { workCause: item.workCause }),
    ...item.decision,
    reason: withLimits(item, judged),
  }))
  const names = judged.decisions.map(({ metric }) => metric.name)
  return [...decided, ...listUnmatchedGates(judged.planned.gate, names, key)]
}

/** Adds to an inconclusive reason why the measurement stopped; the limit depends on the noise of the metric. */
function withLimits({ metric, request, decision }: MetricDecision, { progress, planned }: JudgedComparison): string {
  const { verdict, reason } = decision
  if (verdict !== 'inconclusive') return reason
  switch (progress.state) {
    case 'out of reach': {
      const limit = explainOutOfReach(metric, request, planned.maxRepeats)
      return limit ? `${reason}; ${limit.reason}` : reason
    }
    case 'open':
      return `${reason}; the budget is used up; the next look needs ${progress.wanted} runs per side`
    case 'at the cap':
    case 'measuring':
    case 'settled':
    case 'cleared':
      return reason
    default:
      return progress satisfies never
  }
}

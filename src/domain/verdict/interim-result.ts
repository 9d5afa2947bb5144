import { formatCaseId } from '../core/case.ts'
import { formatMetricLabel } from '../core/metric-label.ts'
import { judgeComparisons, type JudgedComparison } from './judged-comparison.ts'
import type { Plan } from '../plan/plan.ts'
import type { PriorKnowledge } from '../plan/prior-knowledge.ts'
import type { MetricDecision } from './metric-decision.ts'
import type { Trial } from '../trial/trial.ts'

/**
 * Describes the state of a running measurement in one sentence; null without comparisons. It is no verdict: baselines
 * and limits are judged after the last trial.
 */
export function describeInterimResult(plan: Plan, trials: readonly Trial[], known: PriorKnowledge): string | null {
  const judged = judgeComparisons(plan, trials, known)
  if (judged.length === 0) return null
  const settled = judged.filter(({ progress }) => progress.state === 'settled' || progress.state === 'cleared').length
  if (settled === 0) return `no result yet for ${formatCount(judged.length, 'comparison')}`
  const regressions = judged.flatMap((item) => listSettledGates(item, 'regression'))
  const improvements = judged.flatMap((item) => listSettledGates(item, 'improvement'))
  const [worst] = regressions.toSorted((a, b) => b.effect - a.effect)
  const found = [
    ...(worst ? [`${formatCount(regressions.length, 'regression')} (${worst.text})`] : []),
    ...(improvements.length > 0 ? [formatCount(improvements.length, 'improvement')] : []),
  ]
  const of = judged.length === 1 ? 'the comparison is settled' : `${settled} of ${judged.length} comparisons settled`
  return `${of}: ${found.length > 0 ? found.join(', ') : 'no change found'}`
}

/** Lists gates of settled comparisons only, because others may still change. */
function listSettledGates(
  { decisions, progress, head }: JudgedComparison,
  verdict: MetricDecision['decision']['verdict'],
) {
  if (progress.state !== 'settled') return []
  const found = decisions.filter((item) => item.isGate && item.decision.verdict === verdict)
  return found.map(({ metric, decision }) => {
    const effect = Math.abs(decision.effect ?? 0)
    const sign = (decision.effect ?? 0) > 0 ? '+' : '-'
    const change = decision.effect === null ? 'changed from zero' : `${sign}${(effect * 100).toFixed(1)} %`
    return { effect, text: `${formatMetricLabel(metric.name)} of ${formatCaseId(head.key)} ${change}` }
  })
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

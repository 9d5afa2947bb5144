import { withoutOtherSessionGain } from './another-session.ts'
import { controlFalseDiscovery } from '../detection/noise/probabilities.ts'
import { weighEvidence } from '../detection/pair/reach.ts'
import type { JudgedComparison } from './judged-comparison.ts'
import type { MetricDecision } from './metric-decision.ts'

/** Maximum expected share of false reports among changes of watched metrics (false discovery rate). */
const falseShare = 0.05

/**
 * Controls the false discovery rate of watched (non-gate) metrics over all comparisons of the run, because some of
 * many metrics always seem to change. Gate metrics stay unchanged. Improvements over samples of another session
 * become inconclusive.
 */
export function controlWatched(judged: readonly JudgedComparison[]): JudgedComparison[] {
  const watched = judged.flatMap(({ decisions }) => decisions.filter((item) => !item.isGate))
  const weighed = watched.flatMap((item) => {
    const pValue = computePValue(item)
    return pValue === null ? [] : [{ item, pValue }]
  })
  const stands = controlFalseDiscovery(
    weighed.map(({ pValue }) => pValue),
    weighed.every(({ item }) => isNoiseKnown(item)) ? falseShare : falseShare / computeHarmonic(weighed.length),
  )
  const doubtful = new Set(weighed.filter((_, index) => !stands[index]).map(({ item }) => item))
  return judged.map((one) => ({
    ...one,
    decisions: one.decisions.map((item) =>
      withoutStoredGain(doubtful.has(item) && isChange(item) ? toDoubt(item, weighed.length) : item),
    ),
  }))
}

function withoutStoredGain(item: MetricDecision): MetricDecision {
  if (item.request.design !== 'stored') return item
  const { verdict, reason } = withoutOtherSessionGain({ isGate: item.isGate, ...item.decision })
  return { ...item, decision: { ...item.decision, verdict, reason } }
}

/** Without earlier sessions the spread of few runs is underestimated, and so are the P values. */
function isNoiseKnown({ request }: MetricDecision): boolean {
  return (request.history ?? []).length > 0
}

/**
 * 1 + ½ + … + 1/`count`: the factor that makes the control valid under any dependence of the metrics (Benjamini &
 * Yekutieli 2001).
 */
function computeHarmonic(count: number): number {
  return Array.from({ length: Math.max(1, count) }, (_, index) => 1 / (index + 1)).reduce(
    (sum, value) => sum + value,
    0,
  )
}

/** Two-sided P value; null for metrics without noise, such as counts. */
function computePValue({ metric, request, decision }: MetricDecision): number | null {
  if (decision.verdict === 'not comparable' || decision.verdict === 'missing') return null
  const evidence = weighEvidence(metric, request)
  return evidence && Math.min(1, 2 * Math.min(evidence.slowerPValue, evidence.fasterPValue))
}

function isChange({ decision }: MetricDecision): boolean {
  return decision.verdict === 'regression' || decision.verdict === 'improvement'
}

function toDoubt(item: MetricDecision, count: number): MetricDecision {
  const reason = `${item.decision.reason}; not significant among ${count} watched metrics`
  return { ...item, decision: { ...item.decision, verdict: 'inconclusive', reason } }
}

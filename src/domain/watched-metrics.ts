import { controlFalseDiscovery } from './detection/false-discovery.ts'
import { pairEvidence } from './detection/pair-evidence.ts'
import type { JudgedComparison } from './judged-comparison.ts'
import type { MetricDecision } from './side-by-side.ts'

/** Share of the changes told of watched metrics that may be false on average. */
const falseShare = 0.05

/**
 * Metrics that only explain are many, and some of many always look changed: those that are told as changed must stand out
 * among all that were looked at in this run. Gate metrics were named beforehand and stay as they are.
 */
export function controlWatched(judged: readonly JudgedComparison[]): JudgedComparison[] {
  const watched = judged.flatMap(({ decisions }) => decisions.filter((item) => !item.isGate))
  const weighed = watched.flatMap((item) => {
    const pValue = pValueOf(item)
    return pValue === null ? [] : [{ item, pValue }]
  })
  const stands = controlFalseDiscovery(
    weighed.map(({ pValue }) => pValue),
    falseShare,
  )
  const doubtful = new Set(weighed.filter((_, index) => !stands[index]).map(({ item }) => item))
  return judged.map((one) => ({
    ...one,
    decisions: one.decisions.map((item) =>
      doubtful.has(item) && isChange(item) ? asDoubt(item, weighed.length) : item,
    ),
  }))
}

/** Two-sided; null for what is not judged by its noise, such as counts. */
function pValueOf({ metric, request, decision }: MetricDecision): number | null {
  if (decision.verdict === 'not comparable' || decision.verdict === 'missing') return null
  const evidence = pairEvidence(metric, request)
  return evidence && Math.min(1, 2 * Math.min(evidence.slowerPValue, evidence.fasterPValue))
}

function isChange({ decision }: MetricDecision): boolean {
  return decision.verdict === 'regression' || decision.verdict === 'improvement'
}

function asDoubt(item: MetricDecision, looked: number): MetricDecision {
  const reason = `${item.decision.reason}; of ${looked} watched metrics some look like that by chance`
  return { ...item, decision: { ...item.decision, verdict: 'inconclusive', reason } }
}

import type { JudgedComparison } from '../verdict/judged-comparison.ts'
import type { MetricDecision } from '../verdict/evidence.ts'
import type { BisectTarget } from './bisect-result.ts'
import { computeStepEffect } from './step-mark.ts'

type Candidate = { readonly judged: JudgedComparison; readonly metric: MetricDecision }

/** Chooses the gate metric with the most significant regression between the ends; null without a regression. */
export function chooseTarget(judged: readonly JudgedComparison[]): BisectTarget | null {
  const worse = judged
    .flatMap((item) => item.decisions.map((metric): Candidate => ({ judged: item, metric })))
    .filter(({ metric }) => metric.isGate && metric.decision.verdict === 'regression')
  const [first] = worse.toSorted((one, other) => computeCertainty(other) - computeCertainty(one))
  if (!first) return null
  const { head } = first.judged
  const { metric, decision } = first.metric
  return { caseId: head.id, ...head.key, metric, minEffect: computeStepEffect(decision.effect ?? 0) }
}

/** Smallest change that the interval allows, in logs; 0 if the interval includes zero. */
function computeCertainty({ metric: { decision } }: Candidate): number {
  const [low, high] = decision.interval ?? [0, 0]
  return low <= 0 && high >= 0 ? 0 : Math.min(Math.abs(Math.log1p(low)), Math.abs(Math.log1p(high)))
}

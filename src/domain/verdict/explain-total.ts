import { computeImpliedTotal, type JudgedStage } from '../detection/pair/implied-total.ts'
import type { PairVerdict } from '../detection/pair/pair.ts'
import type { JudgedComparison } from './judged-comparison.ts'
import { parseStageName, wallTime } from '../core/metric.ts'
import type { MetricDecision } from './metric-decision.ts'

/** Adds to an inconclusive wall time what its stages imply about it. */
export function explainTotal(judged: JudgedComparison): JudgedComparison {
  const total = judged.decisions.find(({ metric }) => metric.name === wallTime.name)
  if (total?.decision.verdict !== 'inconclusive' || !total.decision.base) return judged
  const implied = computeImpliedTotal(judged.decisions.flatMap(toJudgedStages), {
    baseTime: total.decision.base.median,
    interval: total.decision.interval,
  })
  if (!implied) return judged
  const explained = {
    ...total,
    decision: { ...total.decision, reason: `${total.decision.reason}; ${implied.sentence}` },
  }
  return { ...judged, decisions: judged.decisions.map((item) => (item === total ? explained : item)) }
}

function toJudgedStages({ metric, decision }: MetricDecision): JudgedStage[] {
  const stage = parseStageName(metric.name)
  const { verdict, effect, interval, base } = decision
  if (stage === null || !base || !isJudged(verdict)) return []
  return [{ stage, verdict, effect, interval, baseTime: base.median }]
}

function isJudged(verdict: MetricDecision['decision']['verdict']): verdict is PairVerdict {
  return verdict !== 'missing' && verdict !== 'not comparable'
}

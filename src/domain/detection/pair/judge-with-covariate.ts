import { metricKindOf, type Metric } from '../../core/metric.ts'
import { adjustForCovariate } from './adjust-for-covariate.ts'
import { judgeMetric, type MetricRequest } from './judge-metric.ts'
import type { PairAnswer } from './pair.ts'

/** Something seen beside every run that the code under test has no hand in. */
export type Covariate = {
  /** As in a sentence: "the CPU probe". */
  readonly name: string
  /** In run order. */
  readonly base: readonly number[]
  readonly head: readonly number[]
}

/**
 * Judges a time or a rate with what a covariate explains taken out, where that can be done without harm; otherwise, and
 * for all other kinds, as `judgeMetric`. A change that comes with a different covariate is inconclusive. The history is
 * left aside for adjusted samples, since its noise is not adjusted.
 */
export function judgeWithCovariate(metric: Metric, asked: MetricRequest, covariate: Covariate): PairAnswer {
  const kind = metricKindOf(metric)
  if (kind !== 'duration' && kind !== 'rate') return judgeMetric(metric, asked)
  const adjustment = adjustForCovariate(asked.base, asked.head, covariate.base, covariate.head)
  if (!adjustment.isAdjusted) return withDoubt(judgeMetric(metric, asked), covariate, adjustment.isConfounded)
  const { base, head, correlation } = adjustment
  const answer = judgeMetric(metric, { ...asked, base, head, history: [] })
  return { ...answer, reason: `${answer.reason}; adjusted for ${covariate.name} (r = ${correlation.toFixed(2)})` }
}

function withDoubt(answer: PairAnswer, { name }: Covariate, isConfounded: boolean): PairAnswer {
  if (!isConfounded || (answer.verdict !== 'regression' && answer.verdict !== 'improvement')) return answer
  const reason = `${answer.reason}; but ${name} differs between the sides as well and may explain it`
  return { ...answer, verdict: 'inconclusive', reason }
}

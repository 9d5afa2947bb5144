import { inferMetricKind, type Metric } from '../../core/metric.ts'

/** Terms for a change of a metric. */
export type PairTerms = {
  readonly worse: string
  readonly better: string
  /** Noun phrase before "of 3.0 %". */
  readonly loss: string
}

/** Terms for times and speeds. */
export const speedTerms: PairTerms = { worse: 'slower', better: 'faster', loss: 'a slowdown' }

const fallTerms: PairTerms = { worse: 'lower', better: 'higher', loss: 'a decrease' }
const riseTerms: PairTerms = { worse: 'higher', better: 'lower', loss: 'an increase' }

/** Chooses "slower" for times and rates with the usual direction, "higher" or "lower" for all other metrics. */
export function chooseTerms(metric: Pick<Metric, 'kind' | 'unit' | 'betterWhen'>): PairTerms {
  const usual = { duration: 'lower', rate: 'higher' } as const
  const kind = inferMetricKind(metric)
  if ((kind === 'duration' || kind === 'rate') && metric.betterWhen === usual[kind]) return speedTerms
  return metric.betterWhen === 'lower' ? riseTerms : fallTerms
}

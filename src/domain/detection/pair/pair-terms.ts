import { inferMetricKind, type Metric } from '../../core/metric.ts'

/** How a change for the worse is called. */
export type PairTerms = {
  readonly worse: string
  readonly better: string
  /** Before "of 3.0 %". */
  readonly loss: string
}

export const speedTerms: PairTerms = { worse: 'slower', better: 'faster', loss: 'a slowdown' }

const fallTerms: PairTerms = { worse: 'lower', better: 'higher', loss: 'a decrease' }
const riseTerms: PairTerms = { worse: 'higher', better: 'lower', loss: 'an increase' }

/** "Slower" for times and speeds that get worse the usual way, "higher" or "lower" for all else. */
export function chooseTerms(metric: Pick<Metric, 'kind' | 'unit' | 'betterWhen'>): PairTerms {
  const usual = { duration: 'lower', rate: 'higher' } as const
  const kind = inferMetricKind(metric)
  if ((kind === 'duration' || kind === 'rate') && metric.betterWhen === usual[kind]) return speedTerms
  return metric.betterWhen === 'lower' ? riseTerms : fallTerms
}

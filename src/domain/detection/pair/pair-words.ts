import { metricKindOf, type Metric } from '../../core/metric.ts'

/** How a change for the worse is called. */
export type PairWords = {
  readonly worse: string
  readonly better: string
  /** Before "of 3.0 %". */
  readonly loss: string
}

export const speedWords: PairWords = { worse: 'slower', better: 'faster', loss: 'a slowdown' }

const fallWords: PairWords = { worse: 'lower', better: 'higher', loss: 'a decrease' }
const riseWords: PairWords = { worse: 'higher', better: 'lower', loss: 'an increase' }

/** "Slower" for times and speeds that get worse the usual way, "higher" or "lower" for all else. */
export function wordsFor(metric: Pick<Metric, 'kind' | 'unit' | 'betterWhen'>): PairWords {
  const usual = { duration: 'lower', rate: 'higher' } as const
  const kind = metricKindOf(metric)
  if ((kind === 'duration' || kind === 'rate') && metric.betterWhen === usual[kind]) return speedWords
  return metric.betterWhen === 'lower' ? riseWords : fallWords
}

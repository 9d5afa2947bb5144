import type { Comparison } from './comparison.ts'

type Shown = Pick<Comparison, 'isGate' | 'verdict' | 'reason'>

/**
 * Turns an improvement over samples of another session into inconclusive for metrics that do not decide, because a
 * quieter host may explain it. A regression stays, because it may be a slow drift from the committed level.
 */
export function withoutOtherSessionGain<T extends Shown>(item: T): T {
  if (item.isGate || item.verdict !== 'improvement') return item
  const reason = `${item.reason}; the base is from another session, so a quieter host may explain it`
  return { ...item, verdict: 'inconclusive', reason }
}

import type { Comparison } from './comparison.ts'

type Shown = Pick<Comparison, 'isGate' | 'verdict' | 'reason'>

/**
 * A row against samples of another session that does not decide: what looks faster there may be a quieter host, so an
 * improvement is shown as inconclusive. A regression stays, because it may be a creep away from the committed level.
 */
export function withoutOtherSessionGain<T extends Shown>(item: T): T {
  if (item.isGate || item.verdict !== 'improvement') return item
  const reason = `${item.reason}; the base is from another session, so a quieter host may explain it`
  return { ...item, verdict: 'inconclusive', reason }
}

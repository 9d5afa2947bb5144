import type { Metric } from '../core/metric.ts'
import { formatShare } from '../core/numbers.ts'
import { computeMedian } from '../core/statistics.ts'
import type { Decision, SideSamples } from '../verdict/comparison.ts'

const fewestRuns = 3

/**
 * Replaces a statistical decision on committed samples by a fixed limit: the head fails if its median is worse by more
 * than `limit` (a share) and every run of the head is worse than every committed one. Needs three runs per side. The
 * statistical decision stays where the runs overlap: they are too noisy for a fixed limit.
 */
export function applyStoredLimit(
  decision: Decision,
  { betterWhen }: Pick<Metric, 'betterWhen'>,
  { base, head }: SideSamples,
  limit: number,
): Decision {
  if (Math.min(base.length, head.length) < fewestRuns || decision.base === null) return decision
  const costs = [base, head].map((samples) => samples.map((value) => (betterWhen === 'lower' ? value : 1 / value)))
  const [before = [], after = []] = costs
  const change = computeMedian(after) / computeMedian(before) - 1
  const runs = `${head.length} against ${base.length} runs`
  const rule = `the limit of ${formatShare(limit)} for committed samples`
  if (change > limit && Math.min(...after) > Math.max(...before)) {
    const reason = `the median is ${formatShare(change)} worse, above ${rule}; ${runs} without overlap`
    return { ...decision, verdict: 'regression', reason }
  }
  const isWithin =
    decision.verdict === 'regression' ? change <= limit : Math.max(...after) / Math.min(...before) - 1 <= limit
  if (!isWithin || decision.verdict === 'improvement') return decision
  return { ...decision, verdict: 'unchanged', reason: `no change above ${rule}; ${runs}` }
}

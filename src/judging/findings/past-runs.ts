import { formatCaseId } from '../../domain/core/case.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import type { PriorKnowledge } from '../../domain/plan/prior-knowledge.ts'
import type { PastRuns } from '../../domain/verdict/report.ts'
import { computeMedian } from '../../domain/core/statistics.ts'

/** Minimum number of earlier sessions to show a history. */
const minSessions = 2

/** Lists the medians of earlier sessions on this testbed for each case and gate metric. */
export function listPastRuns(comparisons: readonly Comparison[], { sessionsOf }: PriorKnowledge): PastRuns[] {
  const gates = Map.groupBy(
    comparisons.filter((item) => item.isGate),
    (item) => `${formatCaseId(item)}\0${item.metric}`,
  )
  return [...gates.values()].flatMap(([first]) => {
    if (!first?.head) return []
    const { suite, benchmark, axes, metric, unit, head } = first
    const sessions = sessionsOf(formatCaseId(first), metric).filter((samples) => samples.length > 0)
    if (sessions.length < minSessions) return []
    return [{ suite, benchmark, axes, metric, unit, medians: sessions.map(computeMedian), now: head.median }]
  })
}

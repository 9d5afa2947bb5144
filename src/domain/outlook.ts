import { cannotSettle } from './detection/cannot-settle.ts'
import { pairEvidence, uncertainty } from './detection/pair-evidence.ts'
import type { MetricDecision, SideBySide } from './side-by-side.ts'

/** What more runs of an open comparison would bring. */
export type Outlook = {
  /** How open the answer is, at most ¼: the next run teaches most where it is largest. */
  readonly uncertainty: number
  /** Why all the runs that are allowed would not settle it, as a sentence; null: they may. */
  readonly outOfReach: string | null
}

/** Looks at the gate metrics that are still open. One of them out of reach keeps the whole from being settled. */
export function outlookOf({ comparison }: SideBySide, decisions: readonly MetricDecision[]): Outlook {
  const open = decisions.filter(({ decision }) => decision.verdict === 'inconclusive')
  const uncertainties = open.map(({ metric, request }) => {
    const evidence = pairEvidence(metric, request)
    return evidence ? uncertainty(evidence) : 0
  })
  const reasons = open.flatMap(
    ({ metric, request }) => cannotSettle(metric, request, comparison.maxRepeats)?.reason ?? [],
  )
  return { uncertainty: Math.max(0, ...uncertainties), outOfReach: reasons[0] ?? null }
}

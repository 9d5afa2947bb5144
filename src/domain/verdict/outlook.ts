import { cannotSettle } from '../detection/pair/cannot-settle.ts'
import { pairEvidence, uncertainty } from '../detection/pair/pair-evidence.ts'
import type { MetricDecision } from './metric-decision.ts'
import { awaitsCovariate, type SideBySide } from './side-by-side.ts'

/** What more runs of an open comparison would bring. */
export type Outlook = {
  /** How open the answer is, at most ¼: the next run teaches most where it is largest. */
  readonly uncertainty: number
  /** Whether all the runs that are allowed would settle none of its open metrics. */
  readonly isOutOfReach: boolean
}

/**
 * Looks at the gate metrics that are still open. One that is lost in its noise does not end the comparison while the runs
 * may show a regression of another, and neither does one whose noise a covariate may explain with more runs.
 */
export function outlookOf({ comparison, runs }: SideBySide, decisions: readonly MetricDecision[]): Outlook {
  const open = decisions
    .filter(({ decision }) => decision.verdict === 'inconclusive')
    .map(({ metric, request }) => {
      const evidence = pairEvidence(metric, request)
      return {
        uncertainty: evidence ? uncertainty(evidence) : 0,
        isWeighed: evidence !== null,
        // What may be cleared at its own resolution can still be cleared by more runs.
        isOutOfReach:
          request.widen !== true &&
          cannotSettle(metric, request, comparison.maxRepeats) !== null &&
          !awaitsCovariate(metric, request, runs, comparison.maxRepeats),
      }
    })
  const near = open.filter(({ isWeighed, isOutOfReach }) => isWeighed && !isOutOfReach)
  const asked = near.length > 0 ? near : open
  return {
    uncertainty: Math.max(0, ...asked.map((item) => item.uncertainty)),
    isOutOfReach: near.length === 0 && open.some(({ isOutOfReach }) => isOutOfReach),
  }
}

import { explainOutOfReach } from '../detection/pair/explain-out-of-reach.ts'
import { weighEvidence, computeUncertainty } from '../detection/pair/pair-evidence.ts'
import type { MetricDecision } from './metric-decision.ts'
import { mayAdjustWithMoreRuns, type InterleavedPair } from './interleaved-pair.ts'

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
export function estimateOutlook({ comparison, runs }: InterleavedPair, decisions: readonly MetricDecision[]): Outlook {
  const open = decisions
    .filter(({ decision }) => decision.verdict === 'inconclusive')
    .map(({ metric, request }) => {
      const evidence = weighEvidence(metric, request)
      return {
        uncertainty: evidence ? computeUncertainty(evidence) : 0,
        isWeighed: evidence !== null,
        // What may be cleared at its own resolution can still be cleared by more runs.
        isOutOfReach:
          request.widen !== true &&
          explainOutOfReach(metric, request, comparison.maxRepeats) !== null &&
          !mayAdjustWithMoreRuns(metric, request, runs, comparison.maxRepeats),
      }
    })
  const near = open.filter(({ isWeighed, isOutOfReach }) => isWeighed && !isOutOfReach)
  const asked = near.length > 0 ? near : open
  return {
    uncertainty: Math.max(0, ...asked.map((item) => item.uncertainty)),
    isOutOfReach: near.length === 0 && open.some(({ isOutOfReach }) => isOutOfReach),
  }
}

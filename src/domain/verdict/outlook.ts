import { explainOutOfReach, weighEvidence, computeUncertainty } from '../detection/pair/reach.ts'
import type { MetricDecision } from './metric-decision.ts'
import { mayAdjustWithMoreRuns, type InterleavedPair } from './interleaved-pair.ts'

/** Expected benefit of more runs of an open comparison. */
export type Outlook = {
  /** Largest uncertainty p · (1 − p) of an open metric, at most ¼. More runs help most at the largest value. */
  readonly uncertainty: number
  /** Whether the remaining runs cannot decide any open metric. */
  readonly isOutOfReach: boolean
}

/**
 * Estimates the benefit of more runs for the open gate metrics. A metric that noise makes undecidable does not end
 * the comparison while another gate is open, nor while a covariate may explain its noise with more runs.
 */
export function estimateOutlook({ comparison, runs }: InterleavedPair, decisions: readonly MetricDecision[]): Outlook {
  const open = decisions
    .filter(({ decision }) => decision.verdict === 'inconclusive')
    .map(({ metric, request }) => {
      const evidence = weighEvidence(metric, request)
      return {
        uncertainty: evidence ? computeUncertainty(evidence) : 0,
        isWeighed: evidence !== null,
        // A metric that may be cleared at its own resolution can still be cleared by more runs.
        isOutOfReach:
          request.widen !== true &&
          explainOutOfReach(metric, request, comparison.maxRepeats) !== null &&
          !mayAdjustWithMoreRuns(metric, request, runs, comparison.maxRepeats),
      }
    })
  const near = open.filter(({ isWeighed, isOutOfReach }) => isWeighed && !isOutOfReach)
  const relevant = near.length > 0 ? near : open
  return {
    uncertainty: Math.max(0, ...relevant.map((item) => item.uncertainty)),
    isOutOfReach: near.length === 0 && open.some(({ isOutOfReach }) => isOutOfReach),
  }
}

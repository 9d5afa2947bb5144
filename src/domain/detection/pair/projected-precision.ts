import type { PairRequest } from './pair.ts'
import type { PairDifference, Precision } from './pair-difference.ts'

/**
 * Projects the precision to another number of runs per side with the same noise: the standard error shrinks with the
 * square root of the number, the degrees of freedom grow with it. A stored base and the variance between sessions stay
 * as they are.
 */
export function projectPrecision(
  now: PairDifference & Precision,
  { base, head, design }: PairRequest,
  runs: number,
): PairDifference {
  const taken = Math.min(base.length, head.length)
  const baseRuns = design === 'stored' ? base.length : runs
  return {
    estimate: now.estimate,
    standardError: Math.sqrt(now.runVariance * (1 / baseRuns + 1 / runs) + now.sessionVariance),
    degreesOfFreedom: (now.ownDegrees * (runs - 1)) / (taken - 1) + now.priorDegrees,
  }
}

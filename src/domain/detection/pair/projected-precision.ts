import type { PairRequest } from './pair.ts'
import type { PairDifference, Precision } from './pair-difference.ts'

/**
 * The precision that the same noise gives with so many runs per side: the standard error shrinks with the square root of
 * their number, the degrees of freedom grow with it. A stored base stays as it is, and so does what lies between sessions.
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

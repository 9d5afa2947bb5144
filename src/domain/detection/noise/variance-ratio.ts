import jStat from 'jstat'

/**
 * Upper tail of the F distribution: the probability that the ratio of two estimates of one variance is at least
 * `ratio`.
 */
export function computeVarianceRatioProbability(ratio: number, upperDegrees: number, lowerDegrees: number): number {
  return jStat.ibeta(lowerDegrees / (lowerDegrees + upperDegrees * ratio), lowerDegrees / 2, upperDegrees / 2)
}

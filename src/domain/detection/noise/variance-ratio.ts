import jStat from 'jstat'

/** The probability that the ratio of two estimates of one variance is at least so large: the upper tail of F. */
export function computeVarianceRatioProbability(ratio: number, upperDegrees: number, lowerDegrees: number): number {
  return jStat.ibeta(lowerDegrees / (lowerDegrees + upperDegrees * ratio), lowerDegrees / 2, upperDegrees / 2)
}

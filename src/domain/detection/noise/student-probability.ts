import jStat from 'jstat'

/**
 * Limit of the argument: the library overflows on squares of larger values, and the probability beyond is negligible.
 */
const farthest = 1e8

/** Cumulative distribution function of Student's t: P(T ≤ `value`). */
export function computeStudentProbability(value: number, degreesOfFreedom: number): number {
  return jStat.studentt.cdf(Math.max(-farthest, Math.min(farthest, value)), degreesOfFreedom)
}

import jStat from 'jstat'

/** Squares of anything larger overflow in the library; here only a billionth of a billionth is left beyond. */
const farthest = 1e8

/** The probability that Student's t lies at or below `value`. */
export function computeStudentProbability(value: number, degreesOfFreedom: number): number {
  return jStat.studentt.cdf(Math.max(-farthest, Math.min(farthest, value)), degreesOfFreedom)
}

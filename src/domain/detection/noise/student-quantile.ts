import jStat from 'jstat'

const known = new Map<string, number>()

/** Quantile of Student's t. Cached: a batch uses few different degrees of freedom, and the inversion is slow. */
export function computeStudentQuantile(probability: number, degreesOfFreedom: number): number {
  const key = `${probability}/${degreesOfFreedom}`
  const remembered = known.get(key)
  if (remembered !== undefined) return remembered
  const quantile = jStat.studentt.inv(probability, degreesOfFreedom)
  known.set(key, quantile)
  return quantile
}

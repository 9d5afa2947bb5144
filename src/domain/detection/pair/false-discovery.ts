/**
 * Which of many metrics may be told as changed when at most a share `level` of those told may be false on average:
 * the step-up procedure of Benjamini & Hochberg (Journal of the Royal Statistical Society B 57, 1995). True at an index
 * whose P value is rejected; NaN never is.
 *
 * It holds for independent metrics and for those that rise and fall together (Benjamini & Yekutieli, Annals of
 * Statistics 29, 2001), as the times of one run do. For metrics that trade against each other divide `level` by the sum
 * 1 + ½ + … + 1/m. P values of runs that were stopped by what they showed are a little too small.
 */
export function controlFalseDiscovery(pValues: readonly number[], level = 0.05): boolean[] {
  const sorted = pValues.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b)
  const last = sorted.findLastIndex((value, index) => value <= ((index + 1) / sorted.length) * level)
  const threshold = sorted[last] ?? Number.NEGATIVE_INFINITY
  return pValues.map((value) => value <= threshold)
}

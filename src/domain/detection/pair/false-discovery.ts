/**
 * Controls the false discovery rate of many metrics at `level`: the step-up procedure of Benjamini & Hochberg (Journal
 * of the Royal Statistical Society B 57, 1995). Returns true at each index whose p value is rejected; NaN never is.
 *
 * Valid for independent metrics and for positively dependent ones (Benjamini & Yekutieli, Annals of Statistics 29,
 * 2001), as the times of one run are. For metrics that trade off against each other divide `level` by 1 + ½ + … + 1/m.
 * P values of runs with a data-dependent stop are slightly too small.
 */
export function controlFalseDiscovery(pValues: readonly number[], level = 0.05): boolean[] {
  const sorted = pValues.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b)
  const last = sorted.findLastIndex((value, index) => value <= ((index + 1) / sorted.length) * level)
  const threshold = sorted[last] ?? Number.NEGATIVE_INFINITY
  return pValues.map((value) => value <= threshold)
}

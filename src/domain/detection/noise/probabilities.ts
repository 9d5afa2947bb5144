import jStat from 'jstat'

/**
 * Limit of the argument: the library overflows on squares of larger values, and the probability beyond is negligible.
 */
const farthest = 1e8

/** Cumulative distribution function of Student's t: P(T ≤ `value`). */
export function computeStudentProbability(value: number, degreesOfFreedom: number): number {
  return jStat.studentt.cdf(Math.max(-farthest, Math.min(farthest, value)), degreesOfFreedom)
}

const knownQuantiles = new Map<string, number>()

/** Quantile of Student's t. Cached: a batch uses few different degrees of freedom, and the inversion is slow. */
export function computeStudentQuantile(probability: number, degreesOfFreedom: number): number {
  const key = `${probability}/${degreesOfFreedom}`
  const remembered = knownQuantiles.get(key)
  if (remembered !== undefined) return remembered
  const quantile = jStat.studentt.inv(probability, degreesOfFreedom)
  knownQuantiles.set(key, quantile)
  return quantile
}

/**
 * Upper tail of the F distribution: the probability that the ratio of two estimates of one variance is at least
 * `ratio`.
 */
export function computeVarianceRatioProbability(ratio: number, upperDegrees: number, lowerDegrees: number): number {
  return jStat.ibeta(lowerDegrees / (lowerDegrees + upperDegrees * ratio), lowerDegrees / 2, upperDegrees / 2)
}

/** A change is reported only if chance alone orders the runs like this with at most this probability. */
export const rankLevel = 0.06

const largestExact = 50
const largestExactWithTies = 24
const untied = new Map<string, readonly number[]>()

/**
 * One-sided Mann–Whitney p value of `upper` lying at least this far above `lower` (Mann & Whitney, Annals of
 * Mathematical Statistics 18, 1947).
 *
 * Exact by counting for small samples, including ties: the distribution of the rank sum given the observed midranks.
 * Larger samples: normal approximation with correction for ties and continuity (Lehmann, Nonparametrics, 1975).
 */
export function computeRankProbability(lower: readonly number[], upper: readonly number[]): number {
  const ranks = computeDoubledMidranks(lower, upper)
  const size = ranks.length
  const hasTies = ranks.some((rank, index) => rank !== 2 * (index + 1))
  // Twice the rank sum of `upper`, from U = #(upper > lower) + ½ #(equal).
  let observed = upper.length * (upper.length + 1)
  for (const high of upper) for (const low of lower) observed += isTied(high, low) ? 1 : 2 * Number(high > low)
  if (size > (hasTies ? largestExactWithTies : largestExact))
    return estimateProbability(ranks, lower.length, upper.length, observed)
  const counts = hasTies ? countSums(ranks, upper.length) : countUntiedSums(lower.length, upper.length)
  let [above, all] = [0, 0]
  for (const [sum, count] of counts.entries()) {
    all += count
    if (sum >= observed) above += count
  }
  return above / all
}

/** Probability of complete separation by chance, the smallest p value: 1 / C(n + m, n). */
export function computeSeparationProbability(lowerCount: number, upperCount: number): number {
  let probability = 1
  for (let taken = 1; taken <= lowerCount; taken += 1) probability *= taken / (upperCount + taken)
  return probability
}

/** Twice the midranks of the pooled sample, ascending; doubled so that shared ranks are whole numbers. */
function computeDoubledMidranks(lower: readonly number[], upper: readonly number[]): number[] {
  const pooled = [...lower, ...upper].toSorted((a, b) => a - b)
  const ranks: number[] = []
  for (let start = 0; start < pooled.length;) {
    let end = start + 1
    while (end < pooled.length && isTied(pooled[end] ?? Number.NaN, pooled[start] ?? Number.NaN)) end += 1
    while (ranks.length < end) ranks.push(start + 1 + end)
    start = end
  }
  return ranks
}

/** Values that differ only by rounding, for example after a change of unit, share one rank. */
function isTied(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-12 * Math.max(1, Math.abs(one), Math.abs(other))
}

function countUntiedSums(lowerCount: number, upperCount: number): readonly number[] {
  const key = `${lowerCount}/${upperCount}`
  const remembered = untied.get(key)
  if (remembered) return remembered
  const ranks = Array.from({ length: lowerCount + upperCount }, (_, index) => 2 * (index + 1))
  const counts = countSums(ranks, upperCount)
  untied.set(key, counts)
  return counts
}

/** At index s: the number of ways in which `chosen` ranks add up to s. */
function countSums(ranks: readonly number[], chosen: number): readonly number[] {
  const largest = ranks.slice(ranks.length - chosen).reduce((sum, rank) => sum + rank, 0)
  const ways = Array.from({ length: chosen + 1 }, () => new Float64Array(largest + 1))
  ways[0]?.fill(1, 0, 1)
  for (const rank of ranks)
    for (let taken = chosen; taken >= 1; taken -= 1) {
      const [target, source] = [ways[taken] as Float64Array, ways[taken - 1] as Float64Array]
      for (let sum = largest; sum >= rank; sum -= 1) target[sum] = (target[sum] ?? 0) + (source[sum - rank] ?? 0)
    }
  return Array.from(ways[chosen] ?? [])
}

function estimateProbability(ranks: readonly number[], lowerCount: number, upperCount: number, sum: number): number {
  const size = lowerCount + upperCount
  const squares = ranks.reduce((total, rank) => total + (rank / 2 - (size + 1) / 2) ** 2, 0)
  const variance = (lowerCount * upperCount * squares) / (size * (size - 1))
  if (variance === 0) return 1
  const excess = (sum - upperCount * (size + 1)) / 2
  return 1 - jStat.normal.cdf((excess - 0.5) / Math.sqrt(variance), 0, 1)
}

const mostExactPairs = 14
/** Sums that differ only by sumRounding are equal. */
const sumRounding = 1e-9

/**
 * One-sided p value of `upper` lying at least this far above `lower`, pair by pair, if either order of a pair is
 * equally likely: the share of all 2ⁿ sign assignments of the differences whose sum is at least the observed one
 * (Fisher, The Design of Experiments, 1935). From 15 pairs on: the normal limit with variance Σ d². Needs at least one
 * pair, and sides of equal length.
 */
export function computeSignFlipProbability(lower: readonly number[], upper: readonly number[]): number {
  const differences = upper.map((value, index) => value - (lower[index] ?? Number.NaN))
  const sum = differences.reduce((total, difference) => total + difference, 0)
  if (differences.length > mostExactPairs) return computeNormalTail(sum, differences)
  const sizes = differences.map(Math.abs)
  const slack = sumRounding * sizes.reduce((total, size) => total + size, 0)
  const sums = listSignSums(sizes)
  return sums.reduce((count, each) => count + Number(each >= sum - slack), 0) / sums.length
}

function listSignSums(sizes: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** sizes.length)
  for (const [place, size] of sizes.entries()) {
    const known = 2 ** place
    for (let index = 0; index < known; index += 1) {
      const before = sums[index] ?? 0
      sums[index] = before + size
      sums[index + known] = before - size
    }
  }
  return sums
}

function computeNormalTail(sum: number, differences: readonly number[]): number {
  const variance = differences.reduce((total, difference) => total + difference ** 2, 0)
  return variance === 0 ? 1 : 1 - jStat.normal.cdf(sum / Math.sqrt(variance), 0, 1)
}

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

import jStat from 'jstat'

const largestExact = 14
/** Sums that differ only by rounding are equal. */
const rounding = 1e-9

/**
 * One-sided p value of `upper` lying at least this far above `lower`, pair by pair, if either order of a pair is
 * equally likely: the share of all 2ⁿ sign assignments of the differences whose sum is at least the observed one
 * (Fisher, The Design of Experiments, 1935). From 15 pairs on: the normal limit with variance Σ d². Needs at least one
 * pair, and sides of equal length.
 */
export function computeSignFlipProbability(lower: readonly number[], upper: readonly number[]): number {
  const differences = upper.map((value, index) => value - (lower[index] ?? Number.NaN))
  const sum = differences.reduce((total, difference) => total + difference, 0)
  if (differences.length > largestExact) return computeNormalTail(sum, differences)
  const sizes = differences.map(Math.abs)
  const slack = rounding * sizes.reduce((total, size) => total + size, 0)
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

import jStat from 'jstat'

const largestExact = 14
/** Sums that differ by rounding only are the same. */
const rounding = 1e-9

/**
 * One-sided probability that `upper` lies at least this far above `lower`, pair by pair, where either order of a pair is
 * as likely: the share of all 2ⁿ sign assignments of the differences whose sum is at least the observed one (Fisher, The
 * Design of Experiments, 1935). From 15 pairs on the normal limit, of variance Σ d². At least one pair of equal length.
 */
export function signFlipProbability(lower: readonly number[], upper: readonly number[]): number {
  const differences = upper.map((value, index) => value - (lower[index] ?? Number.NaN))
  const sum = differences.reduce((total, difference) => total + difference, 0)
  if (differences.length > largestExact) return normalTail(sum, differences)
  const sizes = differences.map(Math.abs)
  const slack = rounding * sizes.reduce((total, size) => total + size, 0)
  const sums = sizes.reduce<number[]>((found, size) => found.flatMap((each) => [each + size, each - size]), [0])
  return sums.filter((each) => each >= sum - slack).length / sums.length
}

function normalTail(sum: number, differences: readonly number[]): number {
  const variance = differences.reduce((total, difference) => total + difference ** 2, 0)
  return variance === 0 ? 1 : 1 - jStat.normal.cdf(sum / Math.sqrt(variance), 0, 1)
}

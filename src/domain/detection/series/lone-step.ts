import { estimateAutocorrelatedNoise, type AutocorrelatedNoise } from './series-noise.ts'
import { computeClip, computeMean } from './level.ts'
import { computeRangeMedian } from '../noise/order-statistics.ts'
import { createSeededRandom } from '../../core/bootstrap.ts'

/** Minimum number of values in each level. */
const fewestPerLevel = 5
/** For longer series the general search, which estimates noise from differences, is accurate enough. */
const longestLoneStep = 100
/** A step must have at most this share of the squared error of a straight line; otherwise it is a drift. */
const shareOfLine = 0.85
const rankLevel = 0.02

/**
 * Minimum ratio of a step to its standard error in a series of this length. From simulation: the 99 % quantile of the
 * maximum over all positions in AR(1) noise of correlation 0.3 without a step.
 */
export function computeLeastLoneRatio(count: number): number {
  return 4.3 + 16 / count
}

/**
 * Finds a single step in a short series of 10 to 100 values and returns the first index of the second level; null
 * without one. `estimateSeriesNoise` uses differences over up to six values for the correlation, and in a short series
 * half of these cross the step. So this search uses the noise around the two best levels. Two tests must agree: the
 * ratio of the step to its standard error, widened for autocorrelation, and a rank test, which assumes no distribution.
 */
export function findLoneStep(values: Float64Array, minStep: number): number | null {
  const count = values.length
  if (!isShort(count)) return null
  const { at, height, clip, clipped, noise } = fitTwoLevels(values)
  if (clip === 0 || height < minStep) return null
  const [low, high] = [computeMean(clipped.subarray(0, at)), computeMean(clipped.subarray(at))]
  const longRunVariance = (noise.variance * (1 + noise.correlation)) / (1 - noise.correlation)
  const ratio = Math.abs(high - low) / Math.sqrt(longRunVariance * (1 / at + 1 / (count - at)))
  if (ratio < computeLeastLoneRatio(count)) return null
  const ofStep = clipped.reduce((sum, value, index) => sum + (value - (index < at ? low : high)) ** 2, 0)
  if (!(ofStep <= shareOfLine * computeErrorOfLine(clipped))) return null
  return computePermutationProbability(values, fewestPerLevel, rankLevel) <= rankLevel ? at : null
}

/** Squared error of a straight line. */
function computeErrorOfLine(values: Float64Array): number {
  const [mean, middle] = [computeMean(values), (values.length - 1) / 2]
  const total = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const moment = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0)
  return total - moment ** 2 / ((values.length * (values.length ** 2 - 1)) / 12)
}

/**
 * Estimates the noise around the two levels that fit a short series best, whether they differ or not; null for other
 * lengths.
 */
export function estimateTwoLevelNoise(values: Float64Array): AutocorrelatedNoise | null {
  return isShort(values.length) ? fitTwoLevels(values).noise : null
}

function isShort(count: number): boolean {
  return count >= 2 * fewestPerLevel && count <= longestLoneStep
}

/** Minimizes the absolute distances from the medians of both sides; then clips outliers at `clip` from their level. */
function fitTwoLevels(values: Float64Array) {
  let best = { at: fewestPerLevel, before: 0, after: 0, cost: Infinity }
  for (let at = fewestPerLevel; at <= values.length - fewestPerLevel; at++) {
    const [before, after] = [computeRangeMedian(values, 0, at), computeRangeMedian(values, at)]
    const cost = values.reduce((sum, value, index) => sum + Math.abs(value - (index < at ? before : after)), 0)
    // The choice must not depend on rounding, and so on the unit.
    if (cost < best.cost * (1 - 1e-9)) best = { at, before, after, cost }
  }
  const { at, before, after } = best
  const distances = values.map((value, index) => Math.abs(value - (index < at ? before : after)))
  const clip = computeClip(distances)
  const clipped = values.map((value, index) => {
    const level = index < at ? before : after
    return Math.min(level + clip, Math.max(level - clip, value))
  })
  const residuals = [clipped.subarray(0, at), clipped.subarray(at)].map((side) => {
    const mean = computeMean(side)
    return side.map((value) => value - mean)
  })
  const noise = estimateAutocorrelatedNoise(residuals)
  return { at, height: Math.abs(after - before), clip, clipped, noise }
}

const permutations = 999
const seed = 0x5eed
const rounding = 1e-9

/**
 * P value of the best split by ranks: the probability that values in random order have a split, with at least `fewest`
 * values on each side, whose mean ranks differ as much as at the best split of these values (Pettitt, Applied
 * Statistics 28, 1979, standardized by split). Valid for any noise without autocorrelation. Uses 999 seeded
 * permutations; the count stops above `level` and returns 1.
 */
export function computePermutationProbability(values: Float64Array, fewest: number, level: number): number {
  const ranks = computeCenteredMidranks(values)
  const observed = findLargestContrast(ranks, fewest) * (1 - rounding)
  const random = createSeededRandom(seed)
  let reached = 0
  for (let round = 0; round < permutations; round++) {
    shuffle(ranks, random)
    if (findLargestContrast(ranks, fewest) >= observed) reached += 1
    if (reached + 1 > level * (permutations + 1)) return 1
  }
  return (reached + 1) / (permutations + 1)
}

/** Midranks minus their mean; equal values share one rank. */
function computeCenteredMidranks(values: Float64Array): Float64Array {
  const sorted = values.toSorted()
  return values.map((value) => {
    let [below, equal] = [0, 0]
    for (const other of sorted) {
      if (other < value) below += 1
      else if (other === value) equal += 1
      else break
    }
    return below + (equal - 1) / 2 - (values.length - 1) / 2
  })
}

function findLargestContrast(ranks: Float64Array, fewest: number): number {
  let [sum, largest] = [0, 0]
  for (let count = 1; count <= ranks.length - fewest; count++) {
    sum += ranks[count - 1] ?? 0
    if (count >= fewest) largest = Math.max(largest, Math.abs(sum) / Math.sqrt(count * (ranks.length - count)))
  }
  return largest
}

/** In-place shuffle (Durstenfeld, Communications of the ACM 7, 1964). */
function shuffle(values: Float64Array, random: () => number): void {
  for (let last = values.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const kept = values[last] ?? 0
    values[last] = values[other] ?? 0
    values[other] = kept
  }
}

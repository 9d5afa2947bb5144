import jStat from 'jstat'
import { findEndStep } from './end-step.ts'
import { findLoneStep } from './lone-step.ts'
import { estimateSeriesNoise, type SeriesNoise } from './series-noise.ts'
import { computeRangeMedian, interpolateQuantile, sortRange } from '../noise/order-statistics.ts'
import { normalPerMad } from '../../core/statistics.ts'

/** Minimum number of values for a search. */
export const fewestSeriesValues = 8
/** Values within this ratio of each other are searched on a log scale, others on a linear scale. */
const widestLogRatio = 50
/** Distance in standard deviations at which the weight of an outlier stops growing. */
const outlierCap = 3
const penaltyPerLogLength = 4

/**
 * Finds change points: 0-based ascending indices of the first value of each new level. `minEffect` is the smallest step
 * worth reporting as a share of the level, null for any. Values that are not finite are gaps. A series that is constant
 * or shorter than 8 values has no change points. An excursion that returns within about ln(length) values counts as
 * outliers. The time is proportional to the number of values for a given number of steps.
 */
export function findChangePoints(values: readonly number[], minEffect: number | null): number[] {
  const { places, finite } = selectFiniteValues(values)
  if (finite.length < fewestSeriesValues) return []
  const scale = scaleSeries(finite, widestLogRatio)
  return findSteps(scale.scaled, toScaleDistance(scale, minEffect ?? 0)).flatMap((index) => places[index] ?? [])
}

function findSteps(values: Float64Array, minStep: number): number[] {
  const noise = estimateSeriesNoise(values)
  if (noise.sigma === 0) return []
  const starts = partitionLevels(
    values.map((value) => value / noise.sigma),
    {
      cap: outlierCap,
      penaltyPerChange: penaltyPerLogLength * Math.log(values.length) * Math.sqrt(noise.longRunFactor),
    },
  )
  const found = placeBoundaries(
    values,
    selectSignificantBoundaries(values, starts, { noise, minStep }),
    outlierCap * noise.sigma,
  )
  const steps = found.length > 0 ? found : listLoneStep(values, minStep)
  const end = findEndStep(values, steps.at(-1) ?? 0, minStep)
  return end === null ? steps : [...steps, end]
}

function listLoneStep(values: Float64Array, minStep: number): number[] {
  const lone = findLoneStep(values, minStep)
  return lone === null || isOfTwoModes(values, [0, lone, values.length]) ? [] : [lone]
}

/** Values on the scale of the search for steps. */
export type SeriesScale = {
  readonly scaled: Float64Array
  /** True: logarithms, where a step is relative to its level. False: shares of the largest magnitude. */
  readonly isLog: boolean
  /** The value of the series at position 1 of a linear scale, and at position 0 of a log scale. */
  readonly unit: number
}

/** The finite values of a series with their indices; other values are gaps. */
export function selectFiniteValues(values: readonly number[]): { places: number[]; finite: Float64Array } {
  const places: number[] = []
  for (const [index, value] of values.entries()) if (Number.isFinite(value)) places.push(index)
  return { places, finite: Float64Array.from(places, (place) => values[place] ?? Number.NaN) }
}

/**
 * Converts values to logarithms if they are positive and within `widestRatio` of each other, else to shares of the
 * largest magnitude. Both are independent of the unit.
 */
export function scaleSeries(values: Float64Array, widestRatio: number): SeriesScale {
  const low = values.reduce((least, value) => Math.min(least, value), Infinity)
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity)
  if (low > 0 && high / low < widestRatio)
    return { scaled: values.map((value) => Math.log(value / low)), isLog: true, unit: low }
  const largest = Math.max(Math.abs(low), Math.abs(high)) || 1
  return { scaled: values.map((value) => value / largest), isLog: false, unit: largest }
}

/** Converts a position on the scale to the unit of the values. */
export function toSeriesUnit({ isLog, unit }: Pick<SeriesScale, 'isLog' | 'unit'>, place: number): number {
  return unit * (isLog ? Math.exp(place) : place)
}

/** Converts a share of the level to a distance on the scale. */
function toScaleDistance({ scaled, isLog }: SeriesScale, share: number): number {
  return isLog ? Math.log1p(share) : share * Math.abs(computeRangeMedian(scaled))
}

const evenLevels = 120
const quantileLevels = 160

/**
 * Finds the piecewise-constant fit with the lowest cost and returns the starts of its segments, except the first.
 * Values are in units of their noise, costs in its squares; the cost of a value stops growing at the distance `cap`
 * from its level, which keeps a single outlier from becoming a segment. Exact over a grid of levels (functional pruning
 * as in Fearnhead & Rigaill 2019, on a grid), in time proportional to the number of values.
 */
function partitionLevels(
  values: Float64Array,
  { cap, penaltyPerChange }: { readonly cap: number; readonly penaltyPerChange: number },
): number[] {
  const levels = buildLevelGrid(values)
  const costs = new Float64Array(levels.length)
  const openedAt = new Int32Array(levels.length)
  const startBefore = new Int32Array(values.length)
  const mostPerValue = cap ** 2
  let best = 0
  for (const [index, value] of values.entries()) {
    const jumpCost = index === 0 ? Infinity : (costs[best] ?? 0) + penaltyPerChange
    startBefore[index] = openedAt[best] ?? 0
    let bestCost = Infinity
    // Extends the open segment of each level, or starts a new one if that costs less.
    for (let level = 0; level < levels.length; level++) {
      let cost = costs[level] ?? 0
      if (jumpCost < cost) {
        cost = jumpCost
        openedAt[level] = index
      }
      const distance = (levels[level] ?? 0) - value
      cost += Math.min(distance * distance, mostPerValue)
      costs[level] = cost
      if (cost < bestCost) {
        bestCost = cost
        best = level
      }
    }
  }
  return listSegmentStarts(openedAt[best] ?? 0, startBefore)
}

function listSegmentStarts(last: number, startBefore: Int32Array): number[] {
  const starts: number[] = []
  for (let start = last; start > 0; start = startBefore[start] ?? 0) starts.push(start)
  return starts.toReversed()
}

/** Candidate levels: quantiles of the values, and evenly spaced levels between the extremes. */
function buildLevelGrid(values: Float64Array): Float64Array {
  const sorted = sortRange(values)
  const low = interpolateQuantile(sorted, 0)
  const high = interpolateQuantile(sorted, 1)
  const grid = new Set<number>()
  for (let step = 0; step < evenLevels; step++) grid.add(low + ((high - low) * step) / (evenLevels - 1))
  for (let step = 0; step < quantileLevels; step++) grid.add(interpolateQuantile(sorted, step / (quantileLevels - 1)))
  return Float64Array.from(grid).toSorted()
}

const leastZ = 4
/** Tolerance for `minStep`: the size of a step between short segments is only an estimate. */
const shareOfMinStep = 0.6
/** Chosen between 1, the variance factor of a mean, and π/2, that of a median of many normal values. */
const medianVarianceFactor = 1.3
const nearbyValues = 12
const leastNearbyShare = 0.5

type Boundary = { readonly at: number; readonly z: number; readonly isKept: boolean }

/**
 * Drops the weakest boundary (an ascending index of a first value) until each is significant, at least about
 * `minStep` high, and a jump instead of a drift: the values next to it must show at least half of the step.
 */
function selectSignificantBoundaries(
  values: Float64Array,
  starts: readonly number[],
  bar: { readonly noise: SeriesNoise; readonly minStep: number },
): number[] {
  const judge = (before: number, at: number, after: number): Boundary => judgeBoundary(values, [before, at, after], bar)
  const boundaries = starts.map((at, index) => judge(starts[index - 1] ?? 0, at, starts[index + 1] ?? values.length))
  for (;;) {
    const doubtful = boundaries.filter(({ isKept, z }) => !isKept && z < Infinity)
    const [first] = doubtful
    if (!first) return boundaries.map(({ at }) => at)
    const weakest = boundaries.indexOf(doubtful.reduce((least, one) => (one.z < least.z ? one : least), first))
    boundaries.splice(weakest, 1)
    for (const index of [weakest - 1, weakest]) {
      const at = boundaries[index]?.at
      if (at === undefined) continue
      boundaries[index] = judge(boundaries[index - 1]?.at ?? 0, at, boundaries[index + 1]?.at ?? values.length)
    }
  }
}

function judgeBoundary(
  values: Float64Array,
  span: readonly [number, number, number],
  bar: { readonly noise: SeriesNoise; readonly minStep: number },
): Boundary {
  const [from, at, to] = span
  const step = Math.abs(computeRangeMedian(values, at, to) - computeRangeMedian(values, from, at))
  const variance = medianVarianceFactor * bar.noise.longRunFactor * (1 / (at - from) + 1 / (to - at))
  const z = step / (bar.noise.sigma * Math.sqrt(variance))
  const nearStep = Math.abs(
    computeRangeMedian(values, at, Math.min(to, at + nearbyValues)) -
      computeRangeMedian(values, Math.max(from, at - nearbyValues), at),
  )
  const isLong = at - from >= 2 && to - at >= 2
  const isLarge = z >= leastZ && step >= shareOfMinStep * bar.minStep
  const isKept = isLong && isLarge && nearStep >= leastNearbyShare * step && !isOfTwoModes(values, span)
  return { at, z, isKept }
}

/** Modes at least so many of their own standard deviations apart are two speeds of a program, not one noise. */
const separateModes = 4
/** Probability at which the share of the new mode differs between the sides of a boundary. */
const modeLevel = 0.001

/**
 * Whether the values around a boundary alternate between its two levels, as those of a program with two speeds do, and
 * the sides may have got their shares of both by chance.
 */
function isOfTwoModes(values: Float64Array, [from, at, to]: readonly [number, number, number]): boolean {
  const [before, after] = [computeRangeMedian(values, from, at), computeRangeMedian(values, at, to)]
  const distances = values
    .subarray(from, to)
    .map((value) => Math.min(Math.abs(value - before), Math.abs(value - after)))
  if (Math.abs(after - before) < separateModes * normalPerMad * computeRangeMedian(distances)) return false
  const countNew = (side: Float64Array): number =>
    side.filter((value) => Math.abs(value - after) < Math.abs(value - before)).length
  const [early, late] = [countNew(values.subarray(from, at)), countNew(values.subarray(at, to))]
  if (early === 0 && late === to - at) return false
  // Fisher's exact test.
  return 1 - jStat.hypgeom.cdf(late - 1, to - from, early + late, to - at) > modeLevel
}

const farthestMove = 6
const rounds = 2
/**
 * Costs within this share of the cap count as equal, so that rounding of the unit has no influence; the earlier
 * position wins.
 */
const tieShare = 1e-6

/**
 * Moves each boundary, by at most 6 values per round, to the position at which the adjacent values fit the two levels
 * best.
 */
function placeBoundaries(values: Float64Array, starts: readonly number[], cap: number): number[] {
  const placed = [...starts]
  for (let round = 0; round < rounds; round++) {
    for (const [index, at] of placed.entries()) {
      const from = placed[index - 1] ?? 0
      const to = placed[index + 1] ?? values.length
      placed[index] = findBestPosition(values, { from, at, to }, cap)
    }
  }
  return placed
}

/**
 * Moving a boundary past a value changes the cost by that value's distance from the left level minus its distance from
 * the right level.
 */
function findBestPosition(
  values: Float64Array,
  { from, at, to }: Readonly<Record<'from' | 'at' | 'to', number>>,
  cap: number,
): number {
  const left = computeRangeMedian(values, from, at)
  const right = computeRangeMedian(values, at, to)
  const first = Math.max(from + 1, at - farthestMove)
  const last = Math.min(to - 1, at + farthestMove)
  let best = { place: first, cost: 0 }
  let cost = 0
  for (let place = first + 1; place <= last; place++) {
    const value = values[place - 1] ?? 0
    cost += Math.min(Math.abs(value - left), cap) - Math.min(Math.abs(value - right), cap)
    if (cost < best.cost - cap * tieShare) best = { place, cost }
  }
  return best.place
}

import { levelPartition } from './level-partition.ts'
import { rangeMedian } from './order-statistics.ts'
import { placeBoundaries } from './place-boundaries.ts'
import { seriesNoise } from './series-noise.ts'
import { significantBoundaries } from './significant-boundaries.ts'

/** Fewer values than this tell no level from another. */
const fewestValues = 8
/** Values within this ratio of each other are compared by their ratios, others by their differences. */
const widestRatio = 50
/** Standard deviations beyond which a value counts as an outlier and weighs no more. */
const cap = 3
const penaltyPerLogLength = 4

/**
 * Indices (0-based, ascending) of the first value of each new level of a history. `minEffect` is the smallest step worth
 * reporting as a share of the level, null for any. Values that are not finite are gaps. Takes time proportional to the
 * number of values for a given number of steps. A series that is constant or shorter than 8 values has none.
 * An excursion that returns within about ln(length) values counts as outliers.
 */
export function changePoints(values: readonly number[], minEffect: number | null): number[] {
  const places = values.flatMap((value, index) => (Number.isFinite(value) ? [index] : []))
  if (places.length < fewestValues) return []
  const { scaled, minStep } = onScale(
    Float64Array.from(places, (place) => values[place] ?? 0),
    minEffect ?? 0,
  )
  return stepsOf(scaled, minStep).flatMap((index) => places[index] ?? [])
}

function stepsOf(values: Float64Array, minStep: number): number[] {
  const noise = seriesNoise(values)
  if (noise.sigma === 0) return []
  const starts = levelPartition(
    values.map((value) => value / noise.sigma),
    { cap, penaltyPerChange: penaltyPerLogLength * Math.log(values.length) * Math.sqrt(noise.longRunFactor) },
  )
  return placeBoundaries(values, significantBoundaries(values, starts, { noise, minStep }), cap * noise.sigma)
}

/** Logarithms where the values allow it, so that a step is a share of its level; else shares of the largest magnitude. */
function onScale(values: Float64Array, minEffect: number): { scaled: Float64Array; minStep: number } {
  const [low, high] = extremes(values)
  if (low > 0 && high / low < widestRatio) {
    return { scaled: values.map((value) => Math.log(value / low)), minStep: Math.log1p(minEffect) }
  }
  const largest = Math.max(Math.abs(low), Math.abs(high)) || 1
  const scaled = values.map((value) => value / largest)
  return { scaled, minStep: minEffect * Math.abs(rangeMedian(scaled)) }
}

function extremes(values: Float64Array): [low: number, high: number] {
  return [
    values.reduce((low, value) => Math.min(low, value), Infinity),
    values.reduce((high, value) => Math.max(high, value), -Infinity),
  ]
}

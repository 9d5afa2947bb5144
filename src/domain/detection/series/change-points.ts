import { partitionLevels } from './level-partition.ts'
import { findLoneStep } from './lone-step.ts'
import { placeBoundaries } from './place-boundaries.ts'
import { estimateSeriesNoise } from './series-noise.ts'
import { selectFiniteValues, scaleSeries, toScaleDistance } from './series-scale.ts'
import { selectSignificantBoundaries } from './significant-boundaries.ts'

/** Fewer values than this tell no level from another. */
export const fewestSeriesValues = 8
/** Values within this ratio of each other are searched by their ratios, others by their differences. */
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
export function findChangePoints(values: readonly number[], minEffect: number | null): number[] {
  const { places, finite } = selectFiniteValues(values)
  if (finite.length < fewestSeriesValues) return []
  const scale = scaleSeries(finite, widestRatio)
  return findSteps(scale.scaled, toScaleDistance(scale, minEffect ?? 0)).flatMap((index) => places[index] ?? [])
}

function findSteps(values: Float64Array, minStep: number): number[] {
  const noise = estimateSeriesNoise(values)
  if (noise.sigma === 0) return []
  const starts = partitionLevels(
    values.map((value) => value / noise.sigma),
    { cap, penaltyPerChange: penaltyPerLogLength * Math.log(values.length) * Math.sqrt(noise.longRunFactor) },
  )
  const found = placeBoundaries(
    values,
    selectSignificantBoundaries(values, starts, { noise, minStep }),
    cap * noise.sigma,
  )
  if (found.length > 0) return found
  const lone = findLoneStep(values, minStep)
  return lone === null ? [] : [lone]
}

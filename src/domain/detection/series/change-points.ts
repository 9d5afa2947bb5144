import { partitionLevels } from './level-partition.ts'
import { findLoneStep } from './lone-step.ts'
import { placeBoundaries } from './place-boundaries.ts'
import { estimateSeriesNoise } from './series-noise.ts'
import { selectFiniteValues, scaleSeries, toScaleDistance } from './series-scale.ts'
import { selectSignificantBoundaries } from './significant-boundaries.ts'

/** Minimum number of values for a search. */
export const fewestSeriesValues = 8
/** Values within this ratio of each other are searched on a log scale, others on a linear scale. */
const widestRatio = 50
/** Distance in standard deviations at which the weight of an outlier stops growing. */
const cap = 3
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

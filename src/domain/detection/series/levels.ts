import { autocorrelatedNoise, type AutocorrelatedNoise } from './autocorrelated-noise.ts'
import { rangeMedian } from '../noise/order-statistics.ts'
import { seriesNoise } from './series-noise.ts'

/** A stretch of a series between two change points. */
export type Level = {
  /** Index of its first value, and of the first value of the next level. */
  readonly from: number
  readonly to: number
  /** Mean of its values, outliers brought in to the clip. */
  readonly mean: number
}

/** A series as levels and the noise around them. */
export type Levels = {
  readonly levels: readonly Level[]
  readonly noise: AutocorrelatedNoise
  /** How far a value may lie from its level before it weighs no more, in the unit of the values. */
  readonly clip: number
}

const clipDeviations = 3

/** The levels between ascending change points, each at least one value long. */
export function levelsBetween(values: Float64Array, starts: readonly number[]): Levels {
  const clip = clipDeviations * seriesNoise(values).sigma
  const levels: Level[] = []
  const residuals: Float64Array[] = []
  for (const [index, from] of [0, ...starts].entries()) {
    const to = starts[index] ?? values.length
    const trimmed = clippedTo(values.subarray(from, to), rangeMedian(values, from, to), clip)
    const mean = trimmed.reduce((sum, value) => sum + value, 0) / trimmed.length
    levels.push({ from, to, mean })
    residuals.push(trimmed.map((value) => value - mean))
  }
  return { levels, noise: autocorrelatedNoise(residuals), clip }
}

function clippedTo(values: Float64Array, centre: number, clip: number): Float64Array {
  return values.map((value) => Math.min(centre + clip, Math.max(centre - clip, value)))
}

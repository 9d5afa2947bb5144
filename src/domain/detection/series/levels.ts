import { estimateAutocorrelatedNoise, type AutocorrelatedNoise } from './autocorrelated-noise.ts'
import { computeRangeMedian } from '../noise/order-statistics.ts'
import { estimateSeriesNoise } from './series-noise.ts'

/** The part of a series between two change points. */
export type SeriesLevel = {
  /** Index of its first value, and of the first value of the next level. */
  readonly from: number
  readonly to: number
  /** Mean of its values, with outliers clipped. */
  readonly mean: number
}

/** The levels of a series and the noise around them. */
export type LevelFit = {
  readonly levels: readonly SeriesLevel[]
  readonly noise: AutocorrelatedNoise
  /** Distance from the level at which values are clipped, in the unit of the values. */
  readonly clip: number
}

const clipDeviations = 3

/** Fits the levels between ascending change points; each level has at least one value. */
export function fitLevels(values: Float64Array, starts: readonly number[]): LevelFit {
  const clip = clipDeviations * estimateSeriesNoise(values).sigma
  const levels: SeriesLevel[] = []
  const residuals: Float64Array[] = []
  for (const [index, from] of [0, ...starts].entries()) {
    const to = starts[index] ?? values.length
    const trimmed = clipValues(values.subarray(from, to), computeRangeMedian(values, from, to), clip)
    const mean = trimmed.reduce((sum, value) => sum + value, 0) / trimmed.length
    levels.push({ from, to, mean })
    residuals.push(trimmed.map((value) => value - mean))
  }
  return { levels, noise: estimateAutocorrelatedNoise(residuals), clip }
}

function clipValues(values: Float64Array, center: number, clip: number): Float64Array {
  return values.map((value) => Math.min(center + clip, Math.max(center - clip, value)))
}

import { fewestSeriesValues } from './change-points.ts'
import { fitLevels } from './levels.ts'
import { computeLeastLoneRatio, estimateTwoLevelNoise } from './lone-step.ts'
import { selectFiniteValues, toSeriesUnit, scaleSeries } from './series-scale.ts'
import { computeRangeMedian } from '../noise/order-statistics.ts'

/** Normal quantile of a power of 80 %. */
const powerQuantile = 0.84
/** Factor from simulation: the search also loses power by estimating position, noise and autocorrelation. */
const lossOfSearch = 1.25

/**
 * Minimum detectable effect of a history without a change: the smallest step in the middle of the series that the
 * search finds in about 80 % of cases, as a share of the level. Autocorrelation raises it. Null for fewer than 8 finite
 * values and for a level that is not above zero.
 */
export function computeDetectableStep(values: readonly number[]): number | null {
  const { finite } = selectFiniteValues(values)
  if (finite.length < fewestSeriesValues) return null
  const scale = scaleSeries(finite, Infinity)
  const level = toSeriesUnit(scale, computeRangeMedian(scale.scaled))
  if (!(level > 0)) return null
  // An undetected step must not count as noise.
  const noise = estimateTwoLevelNoise(scale.scaled) ?? fitLevels(scale.scaled, []).noise
  const longRunVariance = (noise.variance * (1 + noise.correlation)) / (1 - noise.correlation)
  const half = Math.floor(finite.length / 2)
  const standardError = Math.sqrt(longRunVariance * (1 / half + 1 / (finite.length - half)))
  const step = lossOfSearch * (computeLeastRatio(finite.length) + powerQuantile) * standardError
  return scale.isLog ? Math.expm1(step) : (step * scale.unit) / level
}

/** In longer series the penalty per change point dominates, which grows with the logarithm of the length. */
function computeLeastRatio(count: number): number {
  return Math.max(computeLeastLoneRatio(count), 2.4 * Math.sqrt(Math.log(count)))
}

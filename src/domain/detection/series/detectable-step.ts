import { fewestSeriesValues } from './change-points.ts'
import { fitLevels } from './levels.ts'
import { computeLeastLoneRatio, estimateTwoLevelNoise } from './lone-step.ts'
import { selectFiniteValues, toSeriesUnit, scaleSeries } from './series-scale.ts'
import { computeRangeMedian } from '../noise/order-statistics.ts'

/** 80 % of normal values lie above their mean less this many standard deviations. */
const powerQuantile = 0.84
/** Found by simulation: the search also loses steps to its estimates of place, noise and autocorrelation. */
const lossOfSearch = 1.25

/**
 * The smallest step in the middle of a series that the search for change points would find in about 80 % of cases, as a
 * share of the level: the minimum detectable effect of a history without a change. Null for fewer than 8 finite values
 * and for a level that is not above zero. Autocorrelation raises it.
 */
export function computeDetectableStep(values: readonly number[]): number | null {
  const { finite } = selectFiniteValues(values)
  if (finite.length < fewestSeriesValues) return null
  const scale = scaleSeries(finite, Infinity)
  const level = toSeriesUnit(scale, computeRangeMedian(scale.scaled))
  if (!(level > 0)) return null
  // A step that was not found must not count as noise.
  const noise = estimateTwoLevelNoise(scale.scaled) ?? fitLevels(scale.scaled, []).noise
  const longRunVariance = (noise.variance * (1 + noise.correlation)) / (1 - noise.correlation)
  const half = Math.floor(finite.length / 2)
  const standardError = Math.sqrt(longRunVariance * (1 / half + 1 / (finite.length - half)))
  const step = lossOfSearch * (computeLeastRatio(finite.length) + powerQuantile) * standardError
  return scale.isLog ? Math.expm1(step) : (step * scale.unit) / level
}

/** Longer series are limited by the price of a change point, which grows with the logarithm of the length. */
function computeLeastRatio(count: number): number {
  return Math.max(computeLeastLoneRatio(count), 2.4 * Math.sqrt(Math.log(count)))
}

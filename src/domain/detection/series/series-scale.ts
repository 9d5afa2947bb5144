import { computeRangeMedian } from '../noise/order-statistics.ts'

/** Values on the scale on which their steps are looked for. */
export type SeriesScale = {
  readonly scaled: Float64Array
  /** True: logarithms, so that a step is a share of its level. False: shares of the largest magnitude. */
  readonly isLog: boolean
  /** The value of the series that is 1 on a scale of shares, and 0 on one of logarithms. */
  readonly unit: number
}

/** The finite values of a series with their indices in it: what is not finite is a gap. */
export function selectFiniteValues(values: readonly number[]): { places: number[]; finite: Float64Array } {
  const places: number[] = []
  for (const [index, value] of values.entries()) if (Number.isFinite(value)) places.push(index)
  return { places, finite: Float64Array.from(places, (place) => values[place] ?? Number.NaN) }
}

/**
 * Logarithms of positive values within `widestRatio` of each other, shares of the largest of any others; independent of
 * the unit either way.
 */
export function scaleSeries(values: Float64Array, widestRatio: number): SeriesScale {
  const [low, high] = findExtremes(values)
  if (low > 0 && high / low < widestRatio)
    return { scaled: values.map((value) => Math.log(value / low)), isLog: true, unit: low }
  const largest = Math.max(Math.abs(low), Math.abs(high)) || 1
  return { scaled: values.map((value) => value / largest), isLog: false, unit: largest }
}

/** A place on the scale in the unit of the values. */
export function toSeriesUnit({ isLog, unit }: Pick<SeriesScale, 'isLog' | 'unit'>, place: number): number {
  return unit * (isLog ? Math.exp(place) : place)
}

/** A share of the level as a distance on the scale. */
export function toScaleDistance({ scaled, isLog }: SeriesScale, share: number): number {
  return isLog ? Math.log1p(share) : share * Math.abs(computeRangeMedian(scaled))
}

function findExtremes(values: Float64Array): [low: number, high: number] {
  return [
    values.reduce((low, value) => Math.min(low, value), Infinity),
    values.reduce((high, value) => Math.max(high, value), -Infinity),
  ]
}

import { computeRangeMedian } from '../noise/order-statistics.ts'

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
  const [low, high] = findExtremes(values)
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
export function toScaleDistance({ scaled, isLog }: SeriesScale, share: number): number {
  return isLog ? Math.log1p(share) : share * Math.abs(computeRangeMedian(scaled))
}

function findExtremes(values: Float64Array): [low: number, high: number] {
  return [
    values.reduce((low, value) => Math.min(low, value), Infinity),
    values.reduce((high, value) => Math.max(high, value), -Infinity),
  ]
}

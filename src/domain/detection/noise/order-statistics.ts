/** Sorted copy (ascending) of the values from index `from` up to but not including `to`. */
export function sortRange(values: Float64Array, from = 0, to = values.length): Float64Array {
  return values.subarray(from, to).toSorted()
}

/** Quantile of ascending values by linear interpolation (type 7 of Hyndman & Fan 1996); NaN for an empty array. */
export function interpolateQuantile(sorted: Float64Array, share: number): number {
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)] ?? Number.NaN
  const above = sorted[Math.ceil(position)] ?? Number.NaN
  return below + (above - below) * (position - Math.floor(position))
}

/** Median of the values from index `from` up to but not including `to`; NaN for an empty range. */
export function computeRangeMedian(values: Float64Array, from = 0, to = values.length): number {
  return interpolateQuantile(sortRange(values, from, to), 0.5)
}

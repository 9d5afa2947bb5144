/** Factor from the median absolute deviation of normal values to their standard deviation: 1 / Φ⁻¹(¾). */
export const normalPerMad = 1.4826

/** A closed interval, low ≤ high. */
export type Interval = readonly [low: number, high: number]

/** Summary statistics of a list of samples. */
export type Summary = {
  readonly count: number
  readonly median: number
  readonly mean: number
  /** Sample standard deviation (n − 1); null for a single sample. */
  readonly standardDeviation: number | null
  readonly min: number
  readonly max: number
}

/** Computes median, mean, standard deviation and extremes. Throws a RangeError for an empty list. */
export function summarize(samples: readonly number[]): Summary {
  if (samples.length === 0) throw new RangeError('summarize needs at least one sample')
  const mean = computeMean(samples)
  return {
    count: samples.length,
    median: computeMedian(samples),
    mean,
    standardDeviation:
      samples.length < 2
        ? null
        : Math.sqrt(sumValues(samples.map((value) => (value - mean) ** 2)) / (samples.length - 1)),
    min: Math.min(...samples),
    max: Math.max(...samples),
  }
}

/** Middle value, or the mean of the two middle values. Throws a RangeError for an empty list. */
export function computeMedian(samples: readonly number[]): number {
  return computeQuantile(
    samples.toSorted((a, b) => a - b),
    0.5,
  )
}

/** Quantile of an ascending list by linear interpolation (type 7 of Hyndman & Fan 1996); RangeError if empty. */
export function computeQuantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)]
  const above = sorted[Math.ceil(position)]
  if (below === undefined || above === undefined) throw new RangeError('quantile needs at least one sample')
  return below + (above - below) * (position - Math.floor(position))
}

/** Arithmetic mean; NaN for an empty list. */
export function computeMean(samples: readonly number[]): number {
  return sumValues(samples) / samples.length
}

/** Sum; 0 for an empty list. */
export function sumValues(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** Values of several runs, of which some may lack one. */
export type PartialValues = readonly (number | null | undefined)[]

/** Counts the values below a bound among the first ones of a sorted list; default: all. */
export function countBefore(sorted: Float64Array, bound: number, length = sorted.length): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < bound) low = middle + 1
    else high = middle
  }
  return low
}

/** The values; null if one is missing or there is none: figures over part of the runs are not comparable. */
export function takeComplete<Value>(values: readonly (Value | null | undefined)[]): Value[] | null {
  const known = values.filter((value) => value !== null && value !== undefined)
  return known.length > 0 && known.length === values.length ? known : null
}

/** Sum; null if a value is missing or there is none. */
export function computeCompleteSum(values: PartialValues): number | null {
  const known = takeComplete(values)
  return known && sumValues(known)
}

/** Mean; null if a value is missing or there is none. */
export function computeCompleteMean(values: PartialValues): number | null {
  const known = takeComplete(values)
  return known && computeMean(known)
}

/** Median; null if a value is missing or there is none. */
export function computeCompleteMedian(values: PartialValues): number | null {
  const known = takeComplete(values)
  return known && computeMedian(known)
}

/** Lowest and highest of the known values; null without any. */
export function findRange(values: PartialValues): Interval | null {
  const known = values.filter((value) => typeof value === 'number')
  return known.length > 0 ? [Math.min(...known), Math.max(...known)] : null
}

/** Selects at most `most` (2 or more) items at even distances, including the first and the last. */
export function sampleEvenly<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items
  const step = (items.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, index) => items[Math.round(index * step)] as Item)
}

import { interpolateQuantile, computeRangeMedian } from '../noise/order-statistics.ts'

/** Noise of a series at a constant level. */
export type SeriesNoise = {
  /** Standard deviation around the level, in the unit of the values; 0 only for a constant series. */
  readonly sigma: number
  /** Variance of a long mean as a multiple of that of independent values: (1 + ρ) / (1 − ρ) for an AR(1) series. */
  readonly longRunFactor: number
}

/**
 * The median of |x| of a standard normal variable is 1 / 1.4826, and a difference has √2 times the deviation of its
 * terms.
 */
const medianToSigma = 1.4826 / Math.SQRT2

const lags = [1, 2, 3, 4, 5, 6]

/**
 * Estimates the noise of at least 2 values from differences between neighbors, which few steps and outliers hardly
 * affect. With positive autocorrelation the differences grow with their lag.
 */
export function estimateSeriesNoise(values: Float64Array): SeriesNoise {
  const scratch = new Float64Array(values.length)
  const spreads = lags.filter((lag) => lag < values.length).map((lag) => computeSpreadAtLag(values, lag, scratch))
  const [near = 0] = spreads
  if (near === 0) return { sigma: computeRootMeanSquareStep(values), longRunFactor: 1 }
  const far = Float64Array.from(spreads.slice(3))
  const farMedian = far.length > 0 ? computeRangeMedian(far) : near
  const sigma = Math.max(near, Math.min(farMedian, 2.5 * near))
  const correlation = Math.min(0.8, 1 - (near / sigma) ** 2)
  return { sigma, longRunFactor: (1 + correlation) / (1 - correlation) }
}

function computeSpreadAtLag(values: Float64Array, lag: number, scratch: Float64Array): number {
  const distances = scratch.subarray(0, values.length - lag)
  for (let index = 0; index < distances.length; index++)
    distances[index] = Math.abs((values[index + lag] ?? 0) - (values[index] ?? 0))
  // In place: a long history would otherwise allocate a copy for each lag.
  distances.sort()
  return medianToSigma * interpolateQuantile(distances, 0.5)
}

/** Von Neumann's estimate, for values so coarse that most neighbors are equal and the median difference is 0. */
function computeRootMeanSquareStep(values: Float64Array): number {
  let sum = 0
  for (let index = 1; index < values.length; index++) sum += ((values[index] ?? 0) - (values[index - 1] ?? 0)) ** 2
  return Math.sqrt(sum / 2 / (values.length - 1))
}

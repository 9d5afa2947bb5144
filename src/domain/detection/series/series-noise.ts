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

/** Noise around the levels of a series as a first-order autoregressive process, AR(1). */
export type AutocorrelatedNoise = {
  /** Variance of a single value around its level. */
  readonly variance: number
  /** Correlation of neighboring values, 0 to 0.9; negative estimates are set to 0. */
  readonly correlation: number
  /** Degrees of freedom of the variance of a mean. */
  readonly degreesOfFreedom: number
}

const highestCorrelation = 0.9
const fewestDegreesOfFreedom = 2
/** With fewer values per parameter the correlation cannot be separated from the effect of the fit. */
const fewestPerParameter = 4

/**
 * Estimates the noise from the residuals of each level around its mean. Correlation and variance are corrected for the
 * bias from subtracting the means of short levels (Marriott & Pope, Biometrika 41, 1954). The degrees of freedom are
 * those of the long-run variance s² / (1 − ρ)², whose logarithm has the variance 2/n + 4/n · (1 + ρ)/(1 − ρ). `fitted`
 * is the number of parameters fitted to each level: 2 for residuals around lines.
 */
export function estimateAutocorrelatedNoise(levels: readonly Float64Array[], fitted = 1): AutocorrelatedNoise {
  const count = levels.reduce((sum, level) => sum + level.length, 0)
  const squares = levels.reduce((sum, level) => sum + sumLaggedProducts(level, 0), 0)
  if (squares === 0)
    return { variance: 0, correlation: 0, degreesOfFreedom: Math.max(fewestDegreesOfFreedom, count - levels.length) }
  const correlation = estimateCorrelation(levels, squares, fitted)
  const free = levels.reduce((sum, { length }) => sum + length - computeMeanVarianceFactor(length, correlation), 0)
  return {
    variance: squares / Math.max(1, free),
    correlation,
    degreesOfFreedom: Math.max(
      fewestDegreesOfFreedom,
      (count - levels.length) / (1 + (2 * (1 + correlation)) / (1 - correlation)),
    ),
  }
}

/**
 * Variance of the mean of `count` consecutive values of an AR(1) process, as a multiple of that of independent values.
 */
export function computeMeanVarianceFactor(count: number, correlation: number): number {
  const rest = 1 - correlation
  return (1 + correlation) / rest - (2 * correlation * (1 - correlation ** count)) / (count * rest ** 2)
}

function estimateCorrelation(levels: readonly Float64Array[], squares: number, fitted: number): number {
  const count = levels.reduce((sum, level) => sum + level.length, 0)
  const pairs = count - levels.length
  const perParameter = count / (levels.length * fitted)
  if (perParameter < fewestPerParameter) return 0
  const raw = (levels.reduce((sum, level) => sum + sumLaggedProducts(level, 1), 0) / squares) * (count / pairs)
  return Math.min(highestCorrelation, Math.max(0, (raw * perParameter + 1) / Math.max(2, perParameter - 3)))
}

function sumLaggedProducts(values: Float64Array, lag: number): number {
  let sum = 0
  for (let index = lag; index < values.length; index++) sum += (values[index] ?? 0) * (values[index - lag] ?? 0)
  return sum
}

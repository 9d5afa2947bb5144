import { describe, expect, it } from 'vitest'
import {
  estimateAutocorrelatedNoise,
  computeMeanVarianceFactor,
  estimateSeriesNoise,
} from '../../../../../src/domain/detection/series/series-noise.ts'
import { noisySeries } from '../../noisy-series.ts'

/** Variance of a mean, as the sum over all pairs of an AR(1) process. */
function pairSum(count: number, correlation: number): number {
  let sum = 0
  for (let one = 0; one < count; one++)
    for (let other = 0; other < count; other++) sum += correlation ** Math.abs(one - other)
  return sum / count
}

describe('estimateSeriesNoise', () => {
  it.each([
    ['are equal', [3, 3, 3, 3], 0],
    ['are equal but for one step', [1, 1, 1, 1, 3, 3, 3, 3], Math.sqrt(4 / 2 / 7)],
    ['are equal but for an outlier at the end', [1, 1, 1, 1, 1, 1, 1, 2], Math.sqrt(1 / 2 / 7)],
  ])('where neighbors %s takes all steps', (_what, values, sigma) => {
    expect(estimateSeriesNoise(Float64Array.from(values))).toEqual({ sigma, longRunFactor: 1 })
  })
})

describe('computeMeanVarianceFactor', () => {
  it.each([
    [1, 0.5],
    [2, 0.9],
    [7, 0.3],
    [40, 0.8],
    [5, 0],
  ])('of %i values with correlation %f is the sum over their pairs', (count, correlation) => {
    expect(computeMeanVarianceFactor(count, correlation)).toBeCloseTo(pairSum(count, correlation), 10)
  })
})

describe('estimateAutocorrelatedNoise', () => {
  /** Residuals about the means of 15 levels of 20 values each. */
  function residuals(seed: number, correlation: number): Float64Array[] {
    return Array.from({ length: 15 }, (_, level) => {
      const logs = noisySeries(Array<number>(20).fill(1), { seed: seed * 100 + level, sigma: 0.01, correlation }).map(
        Math.log,
      )
      const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length
      return Float64Array.from(logs, (value) => value - mean)
    })
  }

  it.each([0.3, 0.5, 0.7])(
    'finds a correlation of %f and the variance in short levels, bias taken out',
    (correlation) => {
      const found = Array.from({ length: 40 }, (_, seed) => estimateAutocorrelatedNoise(residuals(seed, correlation)))
      const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
      expect(Math.abs(mean(found.map((noise) => noise.correlation)) - correlation)).toBeLessThan(0.05)
      expect(mean(found.map((noise) => noise.variance)) / 1e-4).toBeGreaterThan(0.85)
      expect(mean(found.map((noise) => noise.variance)) / 1e-4).toBeLessThan(1.15)
    },
  )

  it('does not count on a negative correlation, and knows less the higher it is', () => {
    const zigzag = Float64Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 1 : -1))
    expect(estimateAutocorrelatedNoise([zigzag]).correlation).toBe(0)
    const [low, high] = [0.2, 0.8].map(
      (correlation) => estimateAutocorrelatedNoise(residuals(1, correlation)).degreesOfFreedom,
    )
    expect(low!).toBeGreaterThan(2 * high!)
  })

  it('is none where every value lies on its level', () => {
    expect(estimateAutocorrelatedNoise([new Float64Array(5), new Float64Array(3)])).toMatchObject({
      variance: 0,
      correlation: 0,
    })
  })
})

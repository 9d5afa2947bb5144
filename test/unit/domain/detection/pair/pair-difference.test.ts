import { describe, expect, it } from 'vitest'
import { sumSquaresAboutMean } from '../../../../../src/domain/detection/noise/order-statistics.ts'
import { estimateNoisePrior, estimateDifference } from '../../../../../src/domain/detection/pair/pair-difference.ts'
import { computeStudentQuantile } from '../../../../../src/domain/detection/noise/probabilities.ts'
import { computeMean } from '../../../../../src/domain/core/statistics.ts'

const base = [1, 1.02, 0.99, 1.01, 1].map(Math.log)
const head = [1.03, 1.05, 1.02, 1.04, 1.06].map(Math.log)
const history = [
  [1, 1.01, 0.99, 1.02, 1],
  [1.01, 1, 1.02, 1, 0.99],
  [0.98, 1, 0.99, 1, 1.01],
]

// Values marked so were calculated by an independent implementation in another language.
describe('pairDifference (F-08)', () => {
  it('blends the spread with a session history (independent implementation)', () => {
    const ratio = estimateDifference(base, head, 'interleaved', estimateNoisePrior(history))
    expect(ratio.estimate).toBeCloseTo(0.0351877185377134, 12)
    expect(ratio.standardError).toBeCloseTo(0.007012610399052205, 12)
    expect(ratio.degreesOfFreedom).toBe(10)
  })

  it('leaves neighbours unpaired for a stored base, whose degrees of freedom are those of both sides', () => {
    const ratio = estimateDifference(base, head, 'stored', estimateNoisePrior(history))
    expect(ratio.standardError).toBeCloseTo(0.008168843091330492, 12)
    expect(ratio.degreesOfFreedom).toBe(14)
  })

  it('falls back on a weak guess of 1 % without history (independent implementation)', () => {
    const ratio = estimateDifference(base, head, 'interleaved', estimateNoisePrior([]))
    expect(ratio.standardError).toBeCloseTo(0.005836066968077961, 12)
    expect(ratio.degreesOfFreedom).toBe(4.5)
  })

  it('caps what one outlier can do to the estimate', () => {
    const prior = estimateNoisePrior([])
    const clean = estimateDifference(base, base, 'blocked', prior)
    const spiked = estimateDifference(base, [...base.slice(0, 4), Math.log(9)], 'blocked', prior)
    expect(Math.abs(spiked.estimate - clean.estimate)).toBeLessThan(0.02)
  })

  it('takes the spread of a noisy side for what it is, however quiet the other one', () => {
    const quietSide = [1, 1.001, 0.999, 1.0005, 0.9995].map(Math.log)
    const noisySide = [0.95, 1.06, 0.97, 1.04, 1.0].map(Math.log)
    const prior = estimateNoisePrior([])
    const { estimate, standardError } = estimateDifference(quietSide, noisySide, 'blocked', prior)
    expect(estimate).toBeCloseTo(computeMean(noisySide) - computeMean(quietSide), 12)
    const squares = sumSquaresAboutMean(quietSide) + sumSquaresAboutMean(noisySide)
    expect(standardError ** 2).toBeCloseTo(((0.5 * 0.01 ** 2 + squares) / 8.5) * (2 / 5), 12)
  })

  it('leaves a history aside that the runs contradict, save what it says of sessions', () => {
    const noisy = [0.9, 1.1, 0.95, 1.08, 1].map(Math.log)
    const known = estimateNoisePrior(history)
    const unknown = { ...estimateNoisePrior([]), sessionVariance: known.sessionVariance }
    for (const design of ['blocked', 'stored'] as const)
      expect(estimateDifference(base, noisy, design, known)).toEqual(estimateDifference(base, noisy, design, unknown))
  })

  it('leaves a history aside that is far noisier than these runs, from five of them on', () => {
    const still = [1, 1.0001, 0.9999, 1, 1.0001].map(Math.log)
    const known = estimateNoisePrior(history)
    const unknown = { ...estimateNoisePrior([]), sessionVariance: known.sessionVariance }
    expect(estimateDifference(still, still, 'blocked', known)).toEqual(
      estimateDifference(still, still, 'blocked', unknown),
    )
    const four = still.slice(0, 4)
    expect(estimateDifference(four, four, 'blocked', known).priorDegrees).toBe(6)
  })

  it('keeps a history that is a little noisier than these runs', () => {
    const calm = [1, 1.006, 0.994, 1.004, 0.998].map(Math.log)
    expect(estimateDifference(calm, calm, 'blocked', estimateNoisePrior(history)).priorDegrees).toBe(6)
  })

  it('is wider for a base of another session, also when the history has too few sessions to tell by how much', () => {
    const prior = estimateNoisePrior(history.slice(0, 2))
    const blocked = estimateDifference(base, head, 'blocked', prior)
    const stored = estimateDifference(base, head, 'stored', prior)
    expect(stored.standardError ** 2 - blocked.standardError ** 2).toBeCloseTo(2 * 0.004 ** 2, 12)
  })
})

describe('estimateNoisePrior', () => {
  it('weighs a history by half its degrees of freedom and never more than twelve', () => {
    expect(estimateNoisePrior(history).weight).toBe(6)
    expect(estimateNoisePrior(Array.from({ length: 20 }, () => history[0]!)).weight).toBe(12)
  })

  it('knows a clock that ticks as coarsely as it does, though most runs of a session agree', () => {
    const ticks = [
      [0.2, 0.2, 0.21, 0.2, 0.2],
      [0.21, 0.2, 0.21, 0.21, 0.21],
      [0.2, 0.2, 0.2, 0.21, 0.2],
      [0.21, 0.21, 0.2, 0.2, 0.21],
      [0.2, 0.21, 0.2, 0.2, 0.2],
    ]
    // By hand: 6 of 25 runs lie a tick from the median of their session, with 20 degrees of freedom.
    expect(estimateNoisePrior(ticks).variance).toBeCloseTo((6 / 20) * Math.log(1.05) ** 2, 12)
    expect(estimateNoisePrior(ticks).weight).toBe(10)
  })

  it('counts a second state that every third run is in, and clips what one run in twenty does', () => {
    const session = [1, 1.002, 0.998, 1.001, 0.999, 1]
    const days = [0, 1, 2, 3]
    const slowed = days.map(() => session.map((value, at) => (at < 2 ? 1.05 : 1) * value))
    const spiked = days.map((day) => session.map((value, at) => (day === 0 && at === 3 ? 2 : 1) * value))
    expect(Math.sqrt(estimateNoisePrior(slowed).variance)).toBeGreaterThan(0.025)
    expect(Math.sqrt(estimateNoisePrior(spiked).variance)).toBeLessThan(0.003)
  })

  it('clips no outliers where each side has one at the level of the other: processes take two speeds', () => {
    const [fast, slow] = [22.5, 25.5].map(Math.log) as [number, number]
    const mostlyFast = [slow, fast, fast, fast, fast, fast]
    const mostlySlow = [slow, slow, fast, slow, slow, slow]
    const unknown = estimateNoisePrior([])
    const mixed = estimateDifference(mostlyFast, mostlySlow, 'interleaved', unknown)
    expect(mixed.estimate).toBeCloseTo((4 / 6) * (slow - fast), 12)
    expect(mixed.standardError).toBeGreaterThan(0.02)
    const slowOutlier = estimateDifference(mostlyFast, Array<number>(6).fill(slow), 'interleaved', unknown)
    expect(slowOutlier.standardError).toBeLessThan(0.01)
  })

  it.each([
    ['no sessions', []],
    ['sessions of one run', [[1], [2], [3], [4], [5], [6]]],
    ['constant sessions', [[2, 2, 2, 2, 2, 2]]],
    ['values without a logarithm', [[0, -1, Number.NaN, Number.POSITIVE_INFINITY, 0, 0]]],
  ])('knows nothing from %s', (_, sessions) => {
    expect(estimateNoisePrior(sessions)).toEqual({
      variance: 0.01 ** 2,
      weight: 0.5,
      sessionVariance: 0.004 ** 2,
      guessedVariance: 0.01 ** 2,
    })
  })
})

describe('computeStudentQuantile', () => {
  it.each([
    [0.975, 4, 2.776445],
    [0.99, 8, 2.896459],
    [0.95, 10, 1.812461],
    [0.975, 2.5, 3.574655],
    [0.99, 14, 2.624494],
  ])(
    'P = %d with %d degrees of freedom is %d (printed tables; the same implementation for the last two)',
    (probability, degrees, expected) => {
      expect(computeStudentQuantile(probability, degrees)).toBeCloseTo(expected, 5)
    },
  )
})

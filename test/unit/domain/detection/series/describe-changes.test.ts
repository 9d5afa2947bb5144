import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Change, describeChanges } from '../../../../../src/domain/detection/series/describe-changes.ts'
import { findChangePoints } from '../../../../../src/domain/detection/series/change-points.ts'
import { noisySeries, stairs, type Noise } from '../../noisy-series.ts'

/** The one change of a series that has one. */
function only(changes: readonly Change[]): Change {
  expect(changes).toHaveLength(1)
  return changes[0]!
}

type Trial = Omit<Noise, 'seed' | 'sigma'> & { readonly count: number; readonly at: number; readonly size: number }

/** Shares of the seeds in which the step was found and its intervals hold the truth, and how wide they are. */
function coverage({ count, at, size, ...noise }: Trial) {
  const found = Array.from({ length: 300 }, (_, seed) => {
    const values = noisySeries(stairs([at, 1], [count - at, 1 + size]), { ...noise, seed, sigma: 0.01 })
    return describeChanges(values, findChangePoints(values, null))
  }).filter((changes) => changes.length === 1)
  const changes = found.map(only)
  const share = (isHeld: (change: Change) => boolean): number => changes.filter(isHeld).length / changes.length
  const widths = (width: (change: Change) => number): number =>
    changes.map(width).toSorted((a, b) => a - b)[changes.length >> 1]!
  return {
    found: changes.length,
    size: share(({ interval }) => interval![0] <= size && size <= interval![1]),
    place: share(({ where }) => where[0] <= at && at <= where[1]),
    sizeWidth: widths(({ interval }) => interval![1] - interval![0]),
    placeWidth: widths(({ where }) => where[1] - where[0] + 1),
  }
}

describe('95 % intervals of place and size', () => {
  // 300 draws at a true 95 % give 92.3 % or less once in a hundred.
  it.each<Trial & { name: string; sizeWidth: number; placeWidth: number }>([
    { name: 'independent noise', count: 150, at: 75, size: 0.03, sizeWidth: 0.01, placeWidth: 4 },
    { name: 'four values after it', count: 40, at: 36, size: 0.06, sizeWidth: 0.03, placeWidth: 2 },
    { name: 'a step as large as the noise', count: 400, at: 200, size: 0.01, sizeWidth: 0.006, placeWidth: 16 },
    { name: 'correlation of 0.5', count: 150, at: 75, size: 0.03, correlation: 0.5, sizeWidth: 0.015, placeWidth: 12 },
    { name: 'correlation of 0.8', count: 150, at: 75, size: 0.06, correlation: 0.8, sizeWidth: 0.04, placeWidth: 16 },
    {
      name: 'outliers',
      count: 150,
      at: 110,
      size: 0.05,
      correlation: 0.5,
      outliers: 0.01,
      sizeWidth: 0.02,
      placeWidth: 6,
    },
    { name: 'a short series', count: 40, at: 20, size: 0.08, correlation: 0.3, sizeWidth: 0.04, placeWidth: 4 },
  ])('hold the truth as often as they say: $name', (trial) => {
    const measured = coverage(trial)
    expect(measured.found).toBeGreaterThan(200)
    expect(measured.size).toBeGreaterThan(0.923)
    expect(measured.place).toBeGreaterThan(0.923)
    expect(measured.sizeWidth).toBeLessThan(trial.sizeWidth)
    expect(measured.placeWidth).toBeLessThanOrEqual(trial.placeWidth)
  })

  it('are wider where neighbours go together than for the same values shuffled within their levels', () => {
    const values = noisySeries(stairs([60, 10], [60, 11]), { seed: 3, sigma: 0.01, correlation: 0.7 })
    const shuffled = [0, 60].flatMap((from) =>
      Array.from({ length: 60 }, (_, index) => values[from + ((index * 37) % 60)]!),
    )
    const [together, apart] = [values, shuffled].map((series) => only(describeChanges(series, [60])))
    const width = ({ interval }: Change): number => interval![1] - interval![0]
    expect(together!.effect).toBeCloseTo(apart!.effect!, 9)
    expect(width(together!)).toBeGreaterThan(1.7 * width(apart!))
  })

  it('are points where there is no noise', () => {
    const change = only(describeChanges(stairs([12, 3], [9, 4]), [12]))
    expect(change.where).toEqual([12, 12])
    expect(change.effect).toBeCloseTo(1 / 3, 12)
    expect(change.interval![0]).toBeCloseTo(1 / 3, 9)
    expect(change.interval![1]).toBeCloseTo(1 / 3, 9)
    expect([change.before, change.after]).toEqual([
      { level: expect.closeTo(3, 9) as number, count: 12 },
      { level: expect.closeTo(4, 9) as number, count: 9 },
    ])
  })

  it('are given for each of several changes, from the values between its neighbours', () => {
    const values = noisySeries(stairs([40, 100], [50, 110], [60, 99]), { seed: 5, sigma: 0.005 })
    const [first, second] = describeChanges(values, [40, 90])
    expect(first!.effect).toBeCloseTo(0.1, 2)
    expect(second!.effect).toBeCloseTo(-0.1, 2)
    expect([first!.after.count, second!.before.count, second!.after.count]).toEqual([50, 50, 60])
  })
})

describe('values without logarithms', () => {
  it('have a relative effect where the old level is above zero', () => {
    const values = stairs([20, 10], [20, 12]).map((value, index) => value + (index % 5) - 2)
    values[3] = -1
    const change = only(describeChanges(values, [20]))
    expect(change.effect).toBeCloseTo(0.2, 0)
    expect(change.interval![0]).toBeLessThan(0.2)
    expect(change.interval![1]).toBeGreaterThan(0.2)
  })

  it('have none from a level of zero or below, and no interval from one that cannot be told from zero', () => {
    const wobble = (value: number, index: number): number => value + ((index * 7) % 5) / 10 - 0.2
    expect(only(describeChanges(stairs([12, -2], [12, 2]).map(wobble), [12]))).toMatchObject({
      effect: null,
      interval: null,
    })
    expect(only(describeChanges(stairs([12, 0], [12, 2]).map(wobble), [12]))).toMatchObject({ interval: null })
  })
})

describe('status', () => {
  const values = noisySeries(stairs([40, 1], [20, 1.1]), { seed: 9, sigma: 0.005 })
  const statusAfter = (count: number, settledAfter?: number): string =>
    only(describeChanges(values.slice(0, 40 + count), [40], settledAfter)).status

  it('is candidate until the new level has twelve values, or as many as asked for', () => {
    expect([2, 11, 12, 20].map((count) => statusAfter(count))).toEqual([
      'candidate',
      'candidate',
      'confirmed',
      'confirmed',
    ])
    expect([2, 3].map((count) => statusAfter(count, 3))).toEqual(['candidate', 'confirmed'])
  })

  it.each([0.001, 0.005, 0.01])('never confirms the stairs that a drift of %s per run is taken for', (slope) => {
    const changes = Array.from({ length: 30 }, (_, seed) => {
      const drift = Array.from({ length: 60 }, (_value, index) => Math.exp(slope * index))
      const drifting = noisySeries(drift, { seed, sigma: 0.005 })
      return describeChanges(drifting, findChangePoints(drifting, 0.03))
    }).flat()
    expect(changes.length).toBeGreaterThan(5)
    expect(changes.filter(({ status }) => status === 'confirmed')).toEqual([])
    expect(changes.every(({ isLikeALine }) => isLikeALine)).toBe(true)
  })
})

describe('edges', () => {
  it('gives places of the whole series where values are missing', () => {
    const values = stairs([12, 3], [12, 4])
    values.splice(6, 0, Number.NaN, Infinity)
    expect(only(describeChanges(values, findChangePoints(values, null)))).toMatchObject({ at: 14, where: [14, 14] })
  })

  it('says nothing about no change', () => {
    expect(describeChanges([], [])).toEqual([])
    expect(describeChanges([1, 2, 3], [])).toEqual([])
  })

  it.each([[[0]], [[5]], [[1.5]], [[2, 2]], [[3, 2]], [[1]]])('refuses %j as change points', (places) => {
    expect(() => describeChanges([1, Number.NaN, 1, 2, 2], places)).toThrow(RangeError)
  })
})

/** Levels of any size and sign, some with noise of their own. */
const jagged = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.double({ noNaN: true }), fc.constantFrom(0, 0.01, 0.3)), {
    maxLength: 6,
  })
  .map((levels) =>
    levels.flatMap(([count, level, noise]) =>
      Array.from({ length: count }, (_, index) => level * (1 + noise * (((index * 7) % 5) - 2))),
    ),
  )

describe('whatever the series', () => {
  it('depends neither on the unit nor on whether it is given as a time or as a rate', () => {
    const anySeries = fc.record({
      seed: fc.integer({ min: 1, max: 1e6 }),
      unit: fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
    })
    fc.assert(
      fc.property(anySeries, ({ seed, unit }) => {
        const values = noisySeries(stairs([40, 100], [50, 105], [60, 99]), { seed, sigma: 0.01, correlation: 0.3 })
        const scaled = describeChanges(
          values.map((value) => value * unit),
          [40, 90],
        )
        const rates = describeChanges(
          values.map((value) => unit / value),
          [40, 90],
        )
        for (const [index, { where, effect, interval, status }] of describeChanges(values, [40, 90]).entries()) {
          expect(scaled[index]).toMatchObject({ where, status })
          expect(rates[index]).toMatchObject({ where, status })
          expect(scaled[index]!.effect).toBeCloseTo(effect!, 9)
          expect(rates[index]!.effect).toBeCloseTo(1 / (1 + effect!) - 1, 9)
          expect(rates[index]!.interval![0]).toBeCloseTo(1 / (1 + interval![1]) - 1, 9)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('holds the estimate inside its interval and the place between its neighbours, and finite', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.double(), { maxLength: 60 }), jagged), (values) => {
        const places = findChangePoints(values, null)
        for (const [index, { at, where, effect, interval }] of describeChanges(values, places).entries()) {
          expect(at).toBe(places[index])
          expect(where[0]).toBeGreaterThan(places[index - 1] ?? -1)
          expect(where[0]).toBeLessThanOrEqual(at)
          expect(where[1]).toBeGreaterThanOrEqual(at)
          expect(where[1]).toBeLessThan(places[index + 1] ?? values.length)
          expect(effect === null || Number.isFinite(effect)).toBe(true)
          expect(interval?.every(Number.isFinite) ?? true).toBe(true)
          if (interval === null) continue
          expect(interval[0]).toBeLessThanOrEqual(effect! + 1e-9 * Math.abs(effect!) + 1e-12)
          expect(interval[1]).toBeGreaterThanOrEqual(effect! - 1e-9 * Math.abs(effect!) - 1e-12)
        }
      }),
      { numRuns: 300 },
    )
  })
})

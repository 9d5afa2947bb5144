import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forecastCrossing, type ForecastOptions } from '../../../../src/domain/history/forecast.ts'
import { noisySeries, stairs } from '../noisy-series.ts'

const below: ForecastOptions = { operator: '<=' }

const near = (value: number, digits = 9) => expect.closeTo(value, digits) as number

/** `count` values from `start` on a straight line. */
function line(count: number, start: number, slope: number): number[] {
  return Array.from({ length: count }, (_, index) => start + slope * index)
}

describe('forecastCrossing (F-37, W55)', () => {
  it('says in how many runs a limit will be crossed', () => {
    expect(forecastCrossing(line(10, 100, 1), 112, below)).toMatchObject({
      kind: 'approaching',
      runs: near(3),
      level: near(109),
      slope: 1,
    })
    const falling = forecastCrossing(line(10, 100, -2), 60, { operator: '>=' })
    expect(falling).toMatchObject({ kind: 'approaching', runs: near(11) })
  })

  it('tells a limit already crossed from one less than a run away', () => {
    expect(forecastCrossing(line(10, 100, 1), 108, below)).toMatchObject({ kind: 'already-crossed', level: near(109) })
    expect(forecastCrossing(line(10, 100, 1), 109.5, below)).toMatchObject({ kind: 'within-one-run', runs: near(0.5) })
  })

  it('says when the values move away from the limit', () => {
    expect(forecastCrossing(line(10, 100, -1), 112, below)).toMatchObject({ kind: 'moving-away', slope: -1 })
    expect(forecastCrossing(line(10, 100, 1), 90, { operator: '>' })).toMatchObject({ kind: 'moving-away' })
  })

  it('claims no trend where there is only noise, at most one time in twenty and a little', () => {
    const kinds = Array.from({ length: 200 }, (_, seed) => {
      const values = noisySeries(Array<number>(60).fill(1), {
        seed,
        sigma: 0.01,
        correlation: seed % 2 === 0 ? 0 : 0.5,
      })
      return forecastCrossing(values, 1.05, below).kind
    })
    expect(kinds.filter((kind) => kind !== 'no-trend').length).toBeLessThan(18)
  })

  it('needs eight values since the last step, and still sees a limit broken by fewer', () => {
    expect(forecastCrossing(line(7, 100, 1), 200, below)).toEqual({
      kind: 'too-few-values',
      level: 103,
      count: 7,
      needed: 8,
    })
    expect(forecastCrossing([], 200, below)).toEqual({ kind: 'too-few-values', level: null, count: 0, needed: 8 })
    expect(forecastCrossing([210, 205], 200, below)).toEqual({ kind: 'already-crossed', level: 207.5, count: 2 })
    const stepped = noisySeries(stairs([30, 100], [5, 120]), { seed: 1, sigma: 0.002 })
    expect(forecastCrossing(stepped, 130, below)).toMatchObject({ kind: 'too-few-values', count: 5 })
    expect(forecastCrossing(stepped, 110, below)).toMatchObject({ kind: 'already-crossed', count: 5 })
  })

  it.each([
    ['<=', 'no-trend'],
    ['<', 'already-crossed'],
    ['>=', 'no-trend'],
    ['>', 'already-crossed'],
  ] as const)('leaves it to the operator %s whether a level on the limit keeps it (W54)', (operator, kind) => {
    expect(forecastCrossing(Array<number>(12).fill(5), 5, { operator }).kind).toBe(kind)
  })
})

describe('the interval', () => {
  it.each([
    ['12 values', 12, 0.01, {}],
    ['30 values', 30, 0.002, {}],
    ['correlation of 0.5', 60, 0.004, { correlation: 0.5 }],
    ['outliers', 60, 0.004, { outliers: 0.02 }],
  ])('holds the run at which the line crosses as often as it says: %s', (_, count, slope, noise) => {
    const limit = 1 + slope * (count + 19)
    const answers = Array.from({ length: 250 }, (_value, seed) =>
      forecastCrossing(noisySeries(line(count, 1, slope), { seed, sigma: 0.01, ...noise }), limit, below),
    ).flatMap((answer) => (answer.kind === 'approaching' || answer.kind === 'within-one-run' ? [answer] : []))
    expect(answers.length).toBeGreaterThan(200)
    const held = answers.filter(({ interval: [soonest, latest] }) => soonest <= 20 && 20 <= (latest ?? Infinity))
    expect(held.length / answers.length).toBeGreaterThan(0.915)
    expect(answers.filter(({ interval }) => interval[1] !== null).length / answers.length).toBeGreaterThan(0.9)
  })
})

describe('robustness', () => {
  it('hardly moves for a run that took three times as long', () => {
    const values = line(30, 100, 0.5)
    values[29] = 350
    expect(forecastCrossing(values, 120, below)).toMatchObject({ kind: 'approaching', runs: near(11, 1) })
  })

  it('does not take a step for a trend', () => {
    const values = noisySeries(stairs([30, 100], [30, 110]), { seed: 2, sigma: 0.005 })
    expect(forecastCrossing(values, 120, below)).toMatchObject({ kind: 'no-trend', from: 30, count: 30 })
  })

  it('takes a drift for one trend although it looks like stairs', () => {
    const values = noisySeries(line(60, 1, 0.01), { seed: 4, sigma: 0.003 })
    expect(forecastCrossing(values, 1.7, below)).toMatchObject({ kind: 'approaching', from: 0, count: 60 })
  })

  it('counts missing values as runs, never as zero (F-36, W49, W50)', () => {
    const values = line(20, 100, 1)
    values[5] = Number.NaN
    values[19] = Number.NaN
    expect(forecastCrossing(values, 125, below)).toMatchObject({ kind: 'approaching', runs: near(6), count: 18 })
    expect(forecastCrossing(Array<number>(20).fill(Number.NaN), 1, below)).toMatchObject({
      kind: 'too-few-values',
      level: null,
    })
  })

  it('refuses a limit that is no number (W50)', () => {
    expect(() => forecastCrossing([1], Number.NaN, below)).toThrow(RangeError)
    expect(() => forecastCrossing([1], Infinity, below)).toThrow(RangeError)
  })

  it('looks at the last hundred values only', () => {
    const values = [...line(300, 400, -1), ...line(120, 101, 0.5)]
    expect(forecastCrossing(values, 200, below)).toMatchObject({ kind: 'approaching', count: 100, from: 320 })
  })
})

it('gives finite numbers in order, whatever the values', () => {
  const magnitudes = fc.array(fc.double({ min: -1e150, max: 1e150 }), { maxLength: 40 })
  const counts = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 })
  const operators = fc.constantFrom('<', '<=', '>', '>=' as const)
  fc.assert(
    fc.property(
      fc.oneof(magnitudes, counts),
      fc.integer({ min: -30, max: 30 }),
      operators,
      (values, limit, operator) => {
        const answer = forecastCrossing(values, limit, { operator })
        const numbers = Object.values(answer)
          .flat()
          .filter((part) => typeof part === 'number')
        expect(numbers.every(Number.isFinite)).toBe(true)
        if (!('runs' in answer)) return
        expect(answer.runs).toBeGreaterThanOrEqual(answer.interval[0])
        expect(answer.runs).toBeLessThanOrEqual(answer.interval[1] ?? Infinity)
      },
    ),
    { numRuns: 300 },
  )
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findChangePoints } from '../../../../../src/domain/detection/series/change-points.ts'

/** Park and Miller's generator, so that a failing series can be drawn again. */
function normals(seed: number): () => number {
  let state = seed
  const uniform = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

type Segment = readonly [count: number, level: number]

function noisy(segments: readonly Segment[], noise: number, seed = 7): number[] {
  const next = normals(seed)
  return segments.flatMap(([count, level]) => Array.from({ length: count }, () => level * Math.exp(noise * next())))
}

const twoSteps: readonly Segment[] = [
  [40, 100],
  [50, 105],
  [60, 99],
]

describe('steps', () => {
  it('finds two steps of 5 % in 1 % noise at their first values, give or take two', () => {
    const found = findChangePoints(noisy(twoSteps, 0.01), 0.03)
    expect(found).toHaveLength(2)
    expect(Math.abs((found[0] ?? 0) - 40)).toBeLessThanOrEqual(2)
    expect(Math.abs((found[1] ?? 0) - 90)).toBeLessThanOrEqual(2)
  })

  it('places a step exactly where there is no noise', () => {
    expect(findChangePoints([...Array<number>(12).fill(3), ...Array<number>(9).fill(4)], null)).toEqual([12])
    expect(findChangePoints([...Array<number>(4).fill(4), ...Array<number>(4).fill(3)], null)).toEqual([4])
  })

  it('finds the step in values of both signs and around zero, where ratios say nothing', () => {
    const next = normals(3)
    const values = Array.from({ length: 80 }, (_, index) => (index < 30 ? -2 : 2) + 0.3 * next())
    expect(findChangePoints(values, null)).toEqual([30])
  })

  it('finds the step between counts that mostly repeat', () => {
    const next = normals(5)
    const values = Array.from({ length: 90 }, (_, index) => (index < 45 ? 1000 : 1040) + (next() > 1.3 ? 1 : 0))
    expect(findChangePoints(values, 0.01)).toEqual([45])
  })
})

describe('what is no step', () => {
  it('gives at most one false step in 20 series of 150 values without one', () => {
    const seeds = Array.from({ length: 20 }, (_, index) => index + 1)
    expect(seeds.flatMap((seed) => findChangePoints(noisy([[150, 10]], 0.02, seed), 0.03)).length).toBeLessThanOrEqual(
      1,
    )
  })

  it.each([29, 87])('leaves an outlier of ten times the level in every %i values alone', (apart) => {
    const values = noisy([[100, 1]], 0.01).map((value, index) => (index % apart === 17 ? value * 10 : value))
    expect(findChangePoints(values, 0.03)).toEqual([])
  })

  /** 30 % slower in three of ten runs, by a generator of its own. */
  const twoSpeeds = (count: number, seed: number): number[] => {
    const next = normals(seed + 1000)
    return noisy([[count, 10]], 0.02, seed).map((value) => value * (next() > 0.52 ? 1.3 : 1))
  }

  it.each([20, 40, 150])('finds no steps between the two speeds of a program in %i runs', (count) => {
    const seeds = Array.from({ length: 50 }, (_, index) => index + 1)
    const wrong = seeds.filter((seed) => findChangePoints(twoSpeeds(count, seed), 0.03).length > 0)
    expect(wrong.length).toBeLessThanOrEqual(4)
  })

  it('finds the step of a program with two speeds', () => {
    const found = [1, 2, 3, 4, 5].map((seed) =>
      findChangePoints(
        twoSpeeds(60, seed).map((value, index) => (index < 30 ? value : value * 2)),
        0.03,
      ),
    )
    for (const places of found) expect(places.some((place) => Math.abs(place - 30) <= 2)).toBe(true)
  })

  it('does not call a slow drift a step', () => {
    const next = normals(11)
    const values = Array.from({ length: 200 }, (_, index) => Math.exp(0.0005 * index + 0.01 * next()))
    expect(findChangePoints(values, 0.03)).toEqual([])
  })

  it('leaves a clear step alone that is far smaller than the smallest one worth reporting', () => {
    const steps: readonly Segment[] = [
      [60, 100],
      [60, 101],
    ]
    const values = noisy(steps, 0.001)
    expect(findChangePoints(values, null)).toEqual([60])
    expect(findChangePoints(values, 0.05)).toEqual([])
  })
})

describe('edges', () => {
  it.each([
    ['nothing', []],
    ['one value', [1]],
    ['seven values with a step', [1, 1, 1, 9, 9, 9, 9]],
    ['a constant', Array<number>(40).fill(5)],
    ['zeros', Array<number>(40).fill(0)],
    ['no finite value', Array<number>(40).fill(Number.NaN)],
    ['the largest and the smallest magnitudes', [1e308, -1e308, 5e-324, 0, 1e308, -1e308, 5e-324, 0, 1, 1]],
  ])('finds no step in %s', (_, values) => {
    expect(findChangePoints(values, 0.03)).toEqual([])
  })

  it('counts values that are not finite as gaps and still gives places of the whole series', () => {
    const values = [...Array<number>(12).fill(3), ...Array<number>(12).fill(4)]
    values.splice(6, 0, Number.NaN, Infinity)
    expect(findChangePoints(values, 0.03)).toEqual([14])
  })
})

const series = fc.record({ seed: fc.integer({ min: 1, max: 1e6 }), noise: fc.constantFrom(0.002, 0.01, 0.03) })

describe('whatever the series', () => {
  it('depends neither on the unit nor on whether it is given as a time or as a rate', () => {
    fc.assert(
      fc.property(series, fc.double({ min: 1e-9, max: 1e9, noNaN: true }), ({ seed, noise }, unit) => {
        const values = noisy(twoSteps, noise, seed)
        const found = findChangePoints(values, 0.03)
        expect(
          findChangePoints(
            values.map((value) => value * unit),
            0.03,
          ),
        ).toEqual(found)
        expect(
          findChangePoints(
            values.map((value) => unit / value),
            0.03,
          ),
        ).toEqual(found)
      }),
      { numRuns: 40 },
    )
  })

  it('gives ascending places inside the series, the same each time', () => {
    const anything = fc.array(fc.double(), { maxLength: 60 })
    fc.assert(
      fc.property(anything, fc.option(fc.double({ min: 0, max: 1, noNaN: true })), (values, minEffect) => {
        const found = findChangePoints(values, minEffect)
        expect(findChangePoints(values, minEffect)).toEqual(found)
        expect(found).toEqual([...new Set(found)].toSorted((a, b) => a - b))
        expect(found.every((place) => Number.isInteger(place) && place > 0 && place < values.length)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

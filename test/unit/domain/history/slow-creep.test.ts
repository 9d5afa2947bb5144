import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgePair } from '../../../../src/domain/detection/pair/judge-metric.ts'
import { measureCreep, type CreepOptions } from '../../../../src/domain/history/creep.ts'
import { noisySeries, stairs } from '../noisy-series.ts'

const options: CreepOptions = { minEffect: 0.03, betterWhen: 'lower' }
const v1 = { label: 'tag v1.0', samples: [2025, 2030, 2021, 2027, 2024] }

/** Five steps of 9 %, each of which stays below a limit of 10 % against the value before it. */
const levels = [0, 1, 2, 3, 4, 5].map((steps) => 2025 * 1.09 ** steps)

describe('measureCreep', () => {
  it('W51: sees what a baseline that follows the values accepts step by step', () => {
    const sessions = levels.map((level, seed) => noisySeries(Array<number>(5).fill(level), { seed, sigma: 0.003 }))
    const accepted = sessions.slice(1).map((head, index) => judgePair({ base: sessions[index]!, head, minEffect: 0.1 }))
    expect(accepted.every(({ effect }) => effect! < 0.1)).toBe(true)
    const values = noisySeries(
      levels.flatMap((level) => Array<number>(8).fill(level)),
      { seed: 1, sigma: 0.003 },
    )
    const creep = measureCreep(values, v1, options)
    expect(creep).toMatchObject({ verdict: 'regression', effect: expect.closeTo(0.54, 1) as number, isGradual: true })
    expect(creep.largestStep!.effect).toBeCloseTo(0.09, 2)
    expect(creep.reason).toMatch(/against tag v1\.0 .* no single step explains half of it$/)
  })

  it('F-37: finds a drift that no pair of neighbours shows', () => {
    const drift = Array.from({ length: 60 }, (_, index) => 2025 * 1.001 ** index)
    const values = noisySeries(drift, { seed: 6, sigma: 0.004 })
    expect(measureCreep(values, v1, options)).toMatchObject({ verdict: 'regression', isGradual: true })
  })

  it('names the one step that explains it, also one before the history began', () => {
    const values = noisySeries(stairs([30, 2025], [30, 2200]), { seed: 2, sigma: 0.004 })
    const creep = measureCreep(values, v1, options)
    expect(creep).toMatchObject({ verdict: 'regression', isGradual: false })
    expect(creep.largestStep!.at).toBe(30)
    const later = measureCreep(noisySeries(stairs([30, 2200]), { seed: 2, sigma: 0.004 }), v1, options)
    expect(later).toMatchObject({ verdict: 'regression', isGradual: false, largestStep: { at: null } })
    expect(later.reason).toContain('before the first value')
  })

  it('calls a falling rate a regression and a falling time an improvement', () => {
    const values = noisySeries(Array<number>(20).fill(1800), { seed: 3, sigma: 0.004 })
    expect(measureCreep(values, v1, options).verdict).toBe('improvement')
    expect(measureCreep(values, v1, { ...options, betterWhen: 'higher' }).verdict).toBe('regression')
  })

  it('rules a regression out where the interval does, and says when it cannot tell', () => {
    const quiet = noisySeries(Array<number>(40).fill(2025), { seed: 4, sigma: 0.003 })
    expect(measureCreep(quiet, v1, options)).toMatchObject({ verdict: 'unchanged', isGradual: false })
    const noisy = noisySeries(Array<number>(40).fill(2025), { seed: 4, sigma: 0.05 })
    expect(measureCreep(noisy, v1, options)).toMatchObject({ verdict: 'inconclusive' })
  })

  it('has intervals that hold the truth as often as they say, and moves for fewer unchanged histories than those miss', () => {
    const answers = Array.from({ length: 200 }, (_, seed) => {
      const [session = 1] = noisySeries([2025], { seed: seed + 1000, sigma: 0.01 })
      const samples = noisySeries(Array<number>(5).fill(session), { seed: seed + 2000, sigma: 0.003 })
      const values = noisySeries(Array<number>(60).fill(2025), {
        seed,
        sigma: 0.01,
        correlation: seed % 2 === 0 ? 0 : 0.5,
      })
      return measureCreep(values, { label: 'v1', samples }, options)
    })
    const held = answers.filter(({ interval }) => interval![0] <= 0 && 0 <= interval![1])
    expect(held.length / answers.length).toBeGreaterThan(0.91)
    expect(
      answers.filter(({ verdict }) => verdict === 'regression' || verdict === 'improvement').length,
    ).toBeLessThanOrEqual(6)
  })

  it('takes the level since the last step, not across it', () => {
    const values = noisySeries(stairs([40, 2025], [4, 2500]), { seed: 5, sigma: 0.004 })
    expect(measureCreep(values, v1, options).effect).toBeCloseTo(2500 / 2025 - 1, 1)
  })
})

describe('what is missing or broken (F-36)', () => {
  const steady = noisySeries(Array<number>(20).fill(2025), { seed: 8, sigma: 0.004 })

  it('never counts a gap as a value, and is no improvement (W49, W50)', () => {
    const gappy = [...steady, Number.NaN, Number.NaN, Number.NaN]
    expect(measureCreep(gappy, v1, options)).toEqual(measureCreep(steady, v1, options))
    expect(measureCreep(Array<number>(20).fill(Number.NaN), v1, options)).toMatchObject({
      verdict: 'inconclusive',
      effect: null,
    })
  })

  it.each([
    ['no values (W52)', [], v1, '0 values; 8 are needed'],
    ['a single value', [2025], v1, '1 value; 8 are needed'],
    ['a zero for a missing value (W49)', [...steady, 0], v1, 'a value is 0'],
    ['an anchor without samples', steady, { ...v1, samples: [] }, 'tag v1.0 has no samples'],
    ['NaN in the anchor (W50)', steady, { ...v1, samples: [2025, Number.NaN] }, 'a sample of tag v1.0 is NaN'],
    ['a zero in the anchor', steady, { ...v1, samples: [0] }, 'a sample of tag v1.0 is 0'],
  ])('%s is inconclusive, with the reason', (_, values, anchor, reason) => {
    const creep = measureCreep(values, anchor, options)
    expect(creep).toMatchObject({ verdict: 'inconclusive', effect: null, interval: null, isGradual: false })
    expect(creep.reason).toContain(reason)
  })

  it('does not know an anchor of one sample better than the history knows a value', () => {
    const [one, many] = [[2025], [2025, 2025, 2025, 2025]].map((samples) =>
      measureCreep(steady, { ...v1, samples }, options),
    )
    expect(one!.interval).toEqual(many!.interval)
  })
})

describe('whatever the values', () => {
  it('depends neither on the unit nor on whether it is given as a time or as a rate', () => {
    const anySeries = fc.record({
      seed: fc.nat(1e6),
      level: fc.constantFrom(1900, 2025, 2100, 2500),
      unit: fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
    })
    fc.assert(
      fc.property(anySeries, ({ seed, level, unit }) => {
        const values = noisySeries(stairs([20, 2025], [20, level]), { seed, sigma: 0.01 })
        const creep = measureCreep(values, v1, options)
        const anchorIn = (toUnit: (value: number) => number) => ({ ...v1, samples: v1.samples.map(toUnit) })
        const scaled = measureCreep(
          values.map((value) => value * unit),
          anchorIn((value) => value * unit),
          options,
        )
        const rates = measureCreep(
          values.map((value) => unit / value),
          anchorIn((value) => unit / value),
          { ...options, betterWhen: 'higher' },
        )
        expect([scaled.verdict, rates.verdict]).toEqual([creep.verdict, creep.verdict])
        expect(scaled.effect).toBeCloseTo(creep.effect!, 9)
        expect(rates.effect).toBeCloseTo(1 / (1 + creep.effect!) - 1, 9)
      }),
      { numRuns: 60 },
    )
  })

  it('gives finite numbers, the effect inside its interval', () => {
    const positive = fc.double({ min: 5e-324, noNaN: true, noDefaultInfinity: true })
    const lists = fc.array(fc.oneof(positive, fc.constantFrom(1, 2, 3)), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(lists, lists, (values, samples) => {
        const { effect, interval } = measureCreep(values, { label: 'v1', samples }, options)
        if (effect === null || interval === null) return
        expect([effect, ...interval].every(Number.isFinite)).toBe(true)
        expect(interval[0]).toBeLessThanOrEqual(effect)
        expect(interval[1]).toBeGreaterThanOrEqual(effect)
      }),
      { numRuns: 300 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareSamples } from '../../../../src/domain/verdict/comparison.ts'
import { throughput, wallTime } from '../../../../src/domain/core/metric.ts'

const rules = { minEffect: 0.03 }
const seconds = (base: readonly number[], head: readonly number[]) => compareSamples(wallTime, { base, head }, rules)

describe('compareSamples', () => {
  it('calls a clear slowdown a regression, with its effect and interval', () => {
    const result = seconds([10, 10.05, 9.97], [11.5, 11.45, 11.6])
    expect(result.verdict).toBe('regression')
    expect(result.effect).toBeCloseTo(0.151, 2)
    expect(result.interval?.[0]).toBeGreaterThan(0.1)
  })

  it('calls a clear speed-up an improvement, and a rate that falls a regression', () => {
    expect(seconds([10, 10.1, 9.9], [8, 8.1, 7.9]).verdict).toBe('improvement')
    expect(compareSamples(throughput, { base: [100, 101, 99], head: [80, 81, 79] }, rules).verdict).toBe('regression')
  })

  it('says unchanged only where a change of the minimum effect is ruled out', () => {
    expect(seconds([10, 10.01, 9.99, 10], [10.01, 10, 9.99, 10.02]).verdict).toBe('unchanged')
  })

  it('says inconclusive when the noise hides what is asked for, and how much could have been seen', () => {
    const result = seconds([10, 14, 8], [11, 9, 15])
    expect(result.verdict).toBe('inconclusive')
    expect(result.resolution).toBeGreaterThan(0.03)
  })

  it('never judges by single runs (W12)', () => {
    expect(seconds([10], [20])).toMatchObject({ verdict: 'inconclusive', interval: null })
  })

  it.each([[Number.NaN], [-1], [Number.POSITIVE_INFINITY]])('does not compare a sample of %d', (bad) => {
    expect(seconds([10, 10], [10, bad])).toMatchObject({ verdict: 'not comparable', effect: null })
  })

  it('treats absent samples as missing, not as an improvement by 100 % (W49)', () => {
    expect(seconds([10, 10], []).verdict).toBe('missing')
    expect(seconds([], [10, 10]).verdict).toBe('missing')
  })

  it('is independent of the unit, and swapping the sides inverts the effect', () => {
    const samples = fc.array(fc.double({ min: 0.5, max: 2, noNaN: true }), { minLength: 2, maxLength: 8 })
    fc.assert(
      fc.property(samples, samples, fc.constantFrom(1e-6, 1000, 3.7e9), (base, head, unit) => {
        const plain = seconds(base, head)
        const scaled = seconds(
          base.map((value) => value * unit),
          head.map((value) => value * unit),
        )
        expect(scaled.verdict).toBe(plain.verdict)
        const swapped = seconds(head, base).effect ?? 0
        expect(1 + swapped).toBeCloseTo(1 / (1 + (plain.effect ?? 0)), 9)
      }),
      { numRuns: 60 },
    )
  })

  it('holds its false alarms on identical noise within what a 95 % interval allows', () => {
    let alarms = 0
    let seed = 1
    const noise = (): number => {
      seed = (seed * 48271) % 2147483647
      return 1 + (seed / 2147483647 - 0.5) * 0.1
    }
    for (let run = 0; run < 300; run += 1) {
      const draw = () => Array.from({ length: 4 }, noise)
      if (seconds(draw(), draw()).verdict === 'regression') alarms += 1
    }
    expect(alarms).toBeLessThanOrEqual(12)
  })
})

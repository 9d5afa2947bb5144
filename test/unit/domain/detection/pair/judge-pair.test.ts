import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgePair } from '../../../../../src/domain/detection/pair/judge-metric.ts'
import type { PairRequest } from '../../../../../src/domain/detection/pair/pair.ts'
import { noisySeries } from '../../noisy-series.ts'

const steady = [1, 1.002, 0.999, 1.001, 0.998]
const draw = (count: number): number[] => noisySeries(Array<number>(count).fill(1), { seed: count, sigma: 0.03 })
const quiet = [
  [1, 1.001, 0.999, 1.0005, 0.9995, 1.002],
  [1.001, 1, 0.999, 1.001, 1, 0.998],
]
const times = (values: readonly number[], factor: number): number[] => values.map((value) => value * factor)

const run = fc.integer({ min: 900, max: 1200 }).map((value) => value / 1000)
const side = fc.array(run, { minLength: 2, maxLength: 10 })
const pair: fc.Arbitrary<PairRequest> = fc.record({
  base: side,
  head: side,
  minEffect: fc.constantFrom(0.01, 0.03, 0.1),
  design: fc.constantFrom('interleaved', 'blocked', 'stored'),
  maxRuns: fc.constantFrom(undefined, 10),
  history: fc.array(fc.array(run, { maxLength: 5 }), { maxLength: 4 }),
})

describe.each([undefined, 10])('judgePair with maxRuns %s', (cap) => {
  it.each([
    ['regression', 1.05],
    ['improvement', 0.95],
    ['unchanged', 1],
    ['unchanged', 1.003],
  ] as const)('says %s at a factor of %d', (verdict, factor) => {
    const answer = judgePair({ base: steady, head: times(steady, factor), maxRuns: cap })
    expect(answer.verdict).toBe(verdict)
    expect(answer.effect).toBeCloseTo(factor - 1, 10)
    expect(answer.interval![0]).toBeLessThanOrEqual(answer.effect!)
    expect(answer.interval![1]).toBeGreaterThanOrEqual(answer.effect!)
  })

  it('calls the smallest slowdown it could have shown, and not one a tenth smaller', () => {
    const { resolution } = judgePair({ base: steady, head: steady, maxRuns: cap, design: 'blocked' })
    const at = (share: number) =>
      judgePair({ base: steady, head: times(steady, 1 + share), maxRuns: cap, design: 'blocked' }).verdict
    expect(at(resolution! * 1.001)).toBe('regression')
    expect(at(resolution! * 0.9)).not.toBe('regression')
  })

  it('never sees a regression in the same runs on both sides', () => {
    fc.assert(
      fc.property(side, (values) => {
        const { verdict } = judgePair({ base: values, head: values, maxRuns: cap })
        expect(['unchanged', 'inconclusive']).toContain(verdict)
      }),
    )
  })
})

describe.each([undefined, 10])('so few runs that none could be called slower, with maxRuns %s', (maxRuns) => {
  it.each([
    [2, 2],
    [2, 4],
  ])('clear nothing, however alike they are: %d against %d', (ofBase, ofHead) => {
    const [base, head] = [steady.slice(0, ofBase), steady.slice(0, ofHead)]
    const { verdict, resolution, reason } = judgePair({ base, head, ...(maxRuns && { maxRuns }) })
    expect([verdict, resolution]).toEqual(['inconclusive', null])
    expect(reason).toContain('too few runs to detect any slowdown')
    expect(judgePair({ base: steady, head: steady.slice(0, 3), ...(maxRuns && { maxRuns }) }).verdict).toBe('unchanged')
  })
})

it.each([
  ['in every run', [50, 51, 50], [0, 0, 0], 'regression', -1],
  ['in two runs', [50, 51], [0, 0], 'inconclusive', null],
  ['in some runs', [50, 51, 50], [0, 50, 0], 'inconclusive', null],
  ['on both sides', [50, 0, 50], [0, 0, 0], 'inconclusive', null],
])('takes a rate that falls to zero for a loss: %s', (...[, base, head, verdict, effect]) => {
  expect(judgePair({ base, head, isLowerBetter: false })).toMatchObject({ verdict, effect })
})

describe('judgePair on awkward values', () => {
  it.each([
    ['an empty base', [], [1], 'inconclusive', 'no runs on the base side'],
    ['an empty head', [1], [], 'inconclusive', 'no runs on the head side'],
    ['NaN (F-36, W50)', [1, 1, 1], [1, Number.NaN, 1], 'inconclusive', 'NaN'],
    ['infinity', [1, 1, 1], [1, Number.POSITIVE_INFINITY, 1], 'inconclusive', 'Infinity'],
    ['negative values', [-1, -1, -1], [-2, -2, -2], 'inconclusive', '-1'],
    ['a missing value told as zero (W49)', [2, 2, 2], [0, 0, 0], 'inconclusive', 'zero'],
    ['zeros on both sides', [0, 0, 0], [0, 0, 0], 'unchanged', 'zero on both sides'],
    ['single runs', [1], [1.001], 'inconclusive', 'single run'],
    ['single zeros', [0], [0], 'inconclusive', 'zero'],
    ['equal constants', [1, 1, 1], [1, 1, 1], 'unchanged', 'ruled out'],
    [
      'different constants',
      [2, 2, 2, 2, 2],
      [2.5, 2.5, 2.5, 2.5, 2.5],
      'regression',
      '5 against 5 runs: significantly slower',
    ],
    ['an outlier', [1, 1.01, 0.99], [1, 1, 9], 'inconclusive', '3 against 3 runs'],
    ['two runs a side', [1, 1.001], [1.2, 1.201], 'inconclusive', 'so few runs can be apart by chance'],
    ['unequal lengths', steady, times([...steady, ...steady], 1.1), 'regression', '5 against 10 runs'],
    ['the smallest numbers', [5e-324, 5e-324, 5e-324], [5e-324, 5e-324, 5e-324], 'unchanged', 'ruled out'],
    ['a ratio too large for a number', [1e-300, 2e-300, 1e-300], [1e300, 2e300, 1e300], 'regression', 'slower'],
    ['the largest numbers', times(steady, 1e308), times(steady, 1.1e308), 'regression', 'slower'],
  ])('answers %s', (...[, base, head, verdict, reason]) => {
    const answer = judgePair({ base, head, minEffect: 0.03 })
    expect(answer.verdict).toBe(verdict)
    expect(answer.reason).toContain(reason)
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
  })

  it('says at the cap that no more runs are allowed', () => {
    const noisy = [1, 1.3, 0.8]
    expect(judgePair({ base: noisy, head: noisy, maxRuns: 3 }).reason).toContain(
      'the maximum number of runs is reached',
    )
    expect(judgePair({ base: noisy, head: noisy, maxRuns: 4 }).reason).not.toContain('no more runs')
  })

  it.each([-0.01, Number.NaN, Number.POSITIVE_INFINITY])('refuses a minEffect of %d', (minEffect) => {
    expect(() => judgePair({ base: steady, head: steady, minEffect })).toThrow(RangeError)
  })
})

// By hand: s² = (0.5 · 0.01² + 2 · 1.0 · 10⁻⁵) / 8.5, s · √(2/5) = 0.181 %, times t(0.975; 8.5) = 2.28: 0.41 %.
describe('the reason', () => {
  it.each([
    [1.1, '5 against 5 runs: significantly slower, by more than half of the minimum effect of 3.0 %'],
    [0.9, '5 against 5 runs: significantly faster, by more than half of the minimum effect of 3.0 %'],
    [
      1,
      '5 against 5 runs: at most 0.34 % slower (one-sided bound), so a slowdown of 3.0 % is ruled out; one of 1.5 % would have been detected',
    ],
  ])('of a factor of %d gives runs, reach and why', (factor, sentence) => {
    expect(judgePair({ base: steady, head: times(steady, factor), design: 'blocked' }).reason).toBe(sentence)
  })

  it('prints the bound that ruled a slowdown out where the interval reaches beyond it', () => {
    const noisy = { base: [1, 1.22, 0.84], head: [0.9, 0.93, 0.87] }
    const { excluded, interval } = judgePair(noisy)
    const [, high] = interval!
    expect(high).toBeGreaterThan(excluded!)
    const { verdict, reason } = judgePair({ ...noisy, minEffect: (excluded! + high) / 2 })
    expect(verdict).toBe('unchanged')
    expect(reason).toContain(`: at most ${(excluded! * 100).toFixed(1)} % slower (one-sided bound), so a slowdown of`)
  })

  it('says "not slower" where any slowdown is ruled out', () => {
    const { reason, excluded } = judgePair({ base: times(steady, 1.01), head: steady, minEffect: 0.03 })
    expect(excluded).toBe(0)
    expect(reason).toContain(': not slower (one-sided bound), so a slowdown of 3.0 % is ruled out')
  })

  it('names the line that was drawn where a clean 2 % fails a minimum effect of 3 %', () => {
    const { verdict, reason } = judgePair({ base: steady, head: times(steady, 1.02), minEffect: 0.03 })
    expect(verdict).toBe('regression')
    expect(reason).toContain('by more than half of the minimum effect of 3.0 %')
  })

  it('says that overlapping runs are why a clear estimate does not count', () => {
    const { verdict, reason } = judgePair({ base: [1, 1.001, 1.09], head: [1.05, 1.08, 1.085], history: quiet })
    expect(verdict).toBe('inconclusive')
    expect(reason).toContain('whether it is slower by 3.0 % because the runs of the sides overlap')
  })

  it('does not say that two runs against one overlap which are far apart', () => {
    const { verdict, reason } = judgePair({ base: [1.08, 1.0801], head: [2, 2.0001], history: quiet })
    expect(verdict).toBe('inconclusive')
    expect(reason).toBe(
      '2 against 2 runs: undecided whether it is slower by 3.0 % because so few runs can be apart by chance',
    )
  })

  it('promises nothing of a minimum effect of zero', () => {
    expect(judgePair({ base: steady, head: steady, minEffect: 0 }).reason).toContain('undecided whether it is slower;')
    expect(judgePair({ base: steady, head: times(steady, 1.1), minEffect: 0 }).reason).toMatch(/significantly slower$/)
  })
})

describe('several gates', () => {
  const sides = (factor: number) => ({
    base: steady,
    head: times(steady, factor),
    maxRuns: 10,
    design: 'blocked' as const,
  })

  it('ask for more evidence than one does', () => {
    const one = judgePair(sides(1)).resolution!
    expect(judgePair(sides(1 + 1.001 * one)).verdict).toBe('regression')
    expect(judgePair({ ...sides(1 + 1.001 * one), gates: 2 }).verdict).toBe('inconclusive')
  })

  // Normal limit, a = X/s: the bound b is met at d/s = b/a + a/2.
  it('raise the bound from 4.5 to 4.5 + ln m before the last look', () => {
    const request = { base: draw(200), head: draw(200), maxRuns: 201, minEffect: 0.01, design: 'blocked' as const }
    const [low, high] = judgePair(request).interval!
    const error = (Math.log1p(high) - Math.log1p(low)) / (2 * 1.966)
    const met = (bound: number) => Math.expm1((bound * error ** 2) / Math.log1p(0.01) + Math.log1p(0.01) / 2)
    expect(judgePair(request).resolution).toBeCloseTo(met(4.5), 3)
    expect(judgePair({ ...request, gates: 50 }).resolution).toBeCloseTo(met(4.5 + Math.log(50)), 3)
    expect(met(4.5 + Math.log(50)) - met(4.5)).toBeGreaterThan(0.003)
  })

  it('share the level of a single look as well', () => {
    const resolution = (gates: number) => judgePair({ base: steady, head: steady, minEffect: 0.001, gates }).resolution!
    expect(resolution(5)).toBeGreaterThan(1.2 * resolution(1))
  })

  it('are one where nothing is said', () => {
    const request = { base: steady, head: times(steady, 1.016), maxRuns: 10 }
    expect(judgePair(request)).toEqual(judgePair({ ...request, gates: 1 }))
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuse to be %d', (gates) => {
    expect(() => judgePair({ base: steady, head: steady, gates })).toThrow(RangeError)
  })
})

describe('clearEffect', () => {
  const noisy = { base: [1, 1.012, 0.99, 1.006], head: [1.01, 0.998, 1.004, 1.011], design: 'blocked' as const }

  it.each([undefined, 10])('is what "unchanged" rules out, with maxRuns %s', (maxRuns) => {
    const asked = { ...noisy, minEffect: 0.01, ...(maxRuns && { maxRuns }) }
    expect(judgePair(asked).verdict).toBe('inconclusive')
    const { excluded } = judgePair(asked)
    expect(judgePair({ ...asked, clearEffect: excluded! * 0.99 }).verdict).toBe('inconclusive')
    const cleared = judgePair({ ...asked, clearEffect: excluded! * 1.01 })
    expect([cleared.verdict, cleared.excluded]).toEqual(['unchanged', excluded])
  })

  it('leaves a slowdown of minEffect a regression, however far it lies below what must be ruled out', () => {
    const asked = { base: steady, head: times(steady, 1.02), minEffect: 0.01, clearEffect: 0.5 }
    expect(judgePair(asked).verdict).toBe('regression')
    expect(judgePair({ ...asked, maxRuns: 10 }).verdict).toBe('regression')
  })

  it('counts as minEffect where it is smaller, and as nothing else than a number of zero or more', () => {
    expect(judgePair({ ...noisy, clearEffect: 0.001 })).toEqual(judgePair(noisy))
    expect(() => judgePair({ ...noisy, clearEffect: Number.NaN })).toThrow(RangeError)
  })
})

describe('widen', () => {
  const noisy = { base: [1, 1.06, 0.95, 1.02], head: [1.01, 0.97, 1.04, 0.99], widen: true }

  it('clears what the runs could have shown once the most runs are taken', () => {
    const { verdict, excluded, resolution, reason } = judgePair({ ...noisy, maxRuns: 4 })
    expect(verdict).toBe('unchanged')
    expect(excluded).toBeGreaterThan(0.03)
    expect(excluded).toBeLessThan(resolution!)
    expect(reason).toContain(
      `at most ${(excluded! * 100).toFixed(1)} % slower (one-sided bound); these runs cannot rule out a slowdown of 3.0 %`,
    )
    expect(judgePair({ ...noisy, widen: false, maxRuns: 4 }).verdict).toBe('inconclusive')
  })

  it('goes on while a slowdown of 15 % is not ruled out and more runs are allowed', () => {
    const [base, head] = [
      [1, 1.1, 0.92],
      [1.01, 0.9, 1.11],
    ]
    const loud = { base, head, widen: true, maxRuns: 10 }
    expect(judgePair(loud)).toMatchObject({ verdict: 'inconclusive', effect: expect.closeTo(0, 2) })
    const again = (runs: readonly number[]): number[] => [...runs, ...runs, ...runs]
    expect(judgePair({ ...loud, base: again(base), head: again(head) }).verdict).toBe('unchanged')
  })

  it('goes on while a slowdown of `unseen` is not ruled out', () => {
    expect(judgePair({ ...noisy, maxRuns: 200 }).verdict).toBe('unchanged')
    expect(judgePair({ ...noisy, maxRuns: 200, unseen: 0.04 }).verdict).toBe('inconclusive')
  })

  it('does not go on within the noise of `unseen` where even the last look would most likely show no slowdown', () => {
    // Start-up of a Triton program on an H200 before an `ab` that took 14 runs per side and more for it.
    const base = [6.876, 7.627, 6.482, 6.483, 6.252, 8.04, 6.65, 6.907]
    const head = [8.628, 7.712, 6.244, 7.864, 6.379, 7.476, 6.885, 7.638]
    const startUp = { base, head, widen: true, minEffect: 0.044, unseen: 0.35, gates: 30, maxRuns: 20 }
    expect(judgePair(startUp)).toMatchObject({ verdict: 'unchanged', effect: expect.closeTo(0.06, 2) })
    // A slowdown of this size that twenty runs may show is looked into.
    const clear = { ...startUp, head: base.map((seconds, index) => seconds * (index % 2 === 0 ? 1.11 : 1.02)) }
    expect(judgePair(clear)).toMatchObject({ verdict: 'inconclusive', effect: expect.closeTo(0.06, 2) })
  })

  it('asks at the last look for a 95 % interval that includes no slowdown, whatever interval is reported', () => {
    const doubtful = { ...noisy, head: [1.09, 1.05, 1.12, 1.07], maxRuns: 4 }
    expect(judgePair(doubtful).interval![0]).toBeGreaterThan(0)
    const wider = judgePair({ ...doubtful, confidence: 0.98 })
    expect(wider.interval![0]).toBeLessThan(0)
    expect(wider.verdict).toBe('inconclusive')
    expect(judgePair({ ...noisy, maxRuns: 4, confidence: 0.98 }).verdict).toBe('unchanged')
  })

  it('goes on while the estimate speaks for a slowdown and more runs are allowed', () => {
    const slower = { ...noisy, head: [1.05, 1.01, 1.08, 1.03] }
    expect(judgePair({ ...slower, maxRuns: 200 })).toMatchObject({
      verdict: 'inconclusive',
      effect: expect.closeTo(0.04, 2),
    })
    expect(judgePair({ ...noisy, maxRuns: 200 }).verdict).toBe('unchanged')
  })

  it('clears nothing where the runs point at a slowdown or cannot show one', () => {
    const slower = { ...noisy, head: [1.09, 1.05, 1.12, 1.07], maxRuns: 4 }
    expect(judgePair(slower).verdict).toBe('inconclusive')
    expect(judgePair({ ...noisy, base: [1, 1.06], head: [1.01, 0.97], maxRuns: 2 }).verdict).toBe('inconclusive')
  })
})

describe('neighbours that are compared with each other', () => {
  const drifting = { base: [1, 1.1, 1.2, 1.3, 1.05], head: [1.04, 1.15, 1.25, 1.35, 1.09], minEffect: 0.03 }

  it.each([undefined, 10])('are a regression by the signs of their differences, with maxRuns %s', (maxRuns) => {
    expect(judgePair({ ...drifting, ...(maxRuns && { maxRuns }) }).verdict).toBe('regression')
    expect(judgePair({ ...drifting, design: 'blocked', ...(maxRuns && { maxRuns }) }).verdict).not.toBe('regression')
  })

  it('are none where one of five differences points the other way', () => {
    expect(judgePair({ ...drifting, head: [1.04, 1.15, 1.25, 1.35, 1.049] }).verdict).not.toBe('regression')
  })
})

describe('the last look', () => {
  const pair5 = { base: [1, 1.012, 0.99, 1.006, 0.998], head: [1.024, 1.034, 1.005, 1.03, 1.012], minEffect: 0.03 }

  it('is judged like a number of runs settled beforehand', () => {
    const { reason, ...single } = judgePair(pair5)
    const { reason: atCap, ...last } = judgePair({ ...pair5, maxRuns: 5 })
    expect(last).toEqual(single)
    expect(judgePair({ ...pair5, maxRuns: 6 })).not.toMatchObject(single)
    expect([single.verdict, judgePair({ ...pair5, maxRuns: 6 }).verdict]).toEqual(['regression', 'inconclusive'])
    expect(atCap).toContain(reason)
  })

  it('shares its level between several gates', () => {
    expect(judgePair({ ...pair5, maxRuns: 5, gates: 50 }).verdict).not.toBe('regression')
  })
})

describe('judgePair holds', () => {
  it('the same answer when asked twice', () => {
    fc.assert(
      fc.property(pair, (request) => {
        expect(judgePair(structuredClone(request))).toEqual(judgePair(request))
      }),
    )
  })

  it('that swapping the sides turns the effect round and never slows both ways', () => {
    fc.assert(
      fc.property(pair, (request) => {
        const there = judgePair(request)
        const back = judgePair({ ...request, base: request.head, head: request.base })
        expect((1 + there.effect!) * (1 + back.effect!)).toBeCloseTo(1, 9)
        expect(there.verdict === 'regression').toBe(back.verdict === 'improvement')
      }),
    )
  })

  it('whatever the unit', () => {
    const scale = fc.constantFrom(2 ** -40, 2 ** 12, 2 ** 60)
    fc.assert(
      fc.property(pair, scale, (request, factor) => {
        const scaled = judgePair({
          ...request,
          base: times(request.base, factor),
          head: times(request.head, factor),
          history: request.history?.map((session) => times(session, factor)),
        })
        expect(scaled.verdict).toBe(judgePair(request).verdict)
        expect(scaled.effect).toBeCloseTo(judgePair(request).effect!, 9)
      }),
    )
  })

  it('the degrees of freedom of both sides where all spread is rounding', () => {
    const constant = (value: number): number[] => Array.from({ length: 7 }, () => value)
    const positive = fc.double({ min: 1e-6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(positive, (unit) => {
        const [low, high] = judgePair({ base: constant(unit), head: constant(unit * 1.02) }).interval!
        // 2 · 1.02 · t(0.975; 12.5) · √(0.5 · 0.01² / 12.5 · 2/7)
        expect(high - low).toBeCloseTo(0.004731, 5)
      }),
    )
  })

  it('whether a metric is told as a time or as a rate', () => {
    const inverse = (values: readonly number[]): number[] => values.map((value) => 1 / value)
    fc.assert(
      fc.property(pair, (request) => {
        const asTime = judgePair(request)
        const history = request.history?.map(inverse)
        const rates = { base: inverse(request.base), head: inverse(request.head), history, isLowerBetter: false }
        const asRate = judgePair({ ...request, ...rates })
        expect(asRate.verdict).toBe(asTime.verdict)
        expect((1 + asRate.effect!) * (1 + asTime.effect!)).toBeCloseTo(1, 9)
        expect((1 + asRate.interval![0]) * (1 + asTime.interval![1])).toBeCloseTo(1, 9)
      }),
    )
  })

  it('whatever the order of the runs, except where neighbours are compared', () => {
    const reordered = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b)
    fc.assert(
      fc.property(pair, (request) => {
        const blocked = { ...request, design: request.design === 'stored' ? 'stored' : 'blocked' } as const
        const sorted = { ...blocked, base: reordered(request.base), head: reordered(request.head) }
        expect(judgePair(sorted).verdict).toBe(judgePair(blocked).verdict)
        expect(judgePair(sorted).effect).toBeCloseTo(judgePair(blocked).effect!, 9)
      }),
    )
  })

  it('that no single outlier makes a regression out of a steady head', () => {
    const place = fc.integer({ min: 0, max: steady.length - 1 })
    fc.assert(
      fc.property(place, fc.double({ min: 1.5, max: 1e6, noNaN: true }), (index, factor) => {
        const head = steady.map((value, at) => (at === index ? value * factor : value))
        expect(judgePair({ base: steady, head }).verdict).not.toBe('regression')
      }),
    )
  })

  it('that twice the same runs of a program with normal noise are hardly less precise', () => {
    // Other numbers of runs use other quantiles and estimates of the noise: at most 1.14 times as wide in 100,000 draws.
    const count = fc.integer({ min: 2, max: 10 })
    fc.assert(
      fc.property(count, count, fc.integer({ min: 1, max: 1e6 }), (ofBase, ofHead, seed) => {
        const all = noisySeries(Array<number>(ofBase + ofHead).fill(1), { seed, sigma: 0.03 })
        const [base, head] = [all.slice(0, ofBase), all.slice(ofBase)]
        const once = judgePair({ base, head, design: 'blocked' }).interval!
        const twice = judgePair({ base: [...base, ...base], head: [...head, ...head], design: 'blocked' }).interval!
        expect(Math.log1p(twice[1]) - Math.log1p(twice[0])).toBeLessThan(
          1.3 * (Math.log1p(once[1]) - Math.log1p(once[0])),
        )
      }),
    )
  })
})

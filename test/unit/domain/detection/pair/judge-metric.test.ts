import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeMetric, judgePair } from '../../../../../src/domain/detection/pair/judge-metric.ts'
import type { MetricRequest } from '../../../../../src/domain/detection/pair/pair.ts'
import { createStageMetric, throughput, wallTime, type Metric } from '../../../../../src/domain/core/metric.ts'

const rows: Metric = { name: 'rows', unit: 'rows', betterWhen: 'higher' }
const retries: Metric = { name: 'retries', unit: 'count', betterWhen: 'lower' }
const peakMemory: Metric = { name: 'peak_memory', unit: 'MiB', betterWhen: 'lower' }
const freeMemory: Metric = { name: 'free_memory', unit: 'MiB', betterWhen: 'higher' }
const utilisation: Metric = { name: 'utilisation', unit: '%', betterWhen: 'higher' }
const idleShare: Metric = { name: 'idle', unit: 'share', betterWhen: 'lower' }
const energy: Metric = { name: 'energy', unit: 'J', betterWhen: 'lower' }
const all: readonly Metric[] = [
  wallTime,
  throughput,
  rows,
  retries,
  peakMemory,
  freeMemory,
  utilisation,
  idleShare,
  energy,
]

const times = (values: readonly number[], factor: number): number[] => values.map((value) => value * factor)
const always = (value: number, count = 3): number[] => Array.from({ length: count }, () => value)

describe('times, rates and unknown quantities', () => {
  const steady = [1, 1.002, 0.999, 1.001, 0.998]

  it('are judged by their ratio, like a line of the judge command', () => {
    const request = { base: steady, head: times(steady, 1.05), minEffect: 0.03, maxRuns: 10 }
    expect(judgeMetric(createStageMetric('merge'), request)).toEqual(judgePair({ ...request, isLowerBetter: true }))
    expect(judgeMetric(throughput, request)).toEqual(judgePair({ ...request, isLowerBetter: false }))
  })

  it('are called slower and faster only where they are', () => {
    const reason = (metric: Metric) => judgeMetric(metric, { base: steady, head: times(steady, 1.1) }).reason
    expect(reason(wallTime)).toContain('slower')
    expect(reason(throughput)).toContain('faster')
    expect(reason(energy)).toContain('higher')
    expect(reason({ name: 'uptime', unit: 'h', betterWhen: 'higher' })).toContain('higher')
  })
})

describe('counts', () => {
  it.each([
    ['one row of a million missing', rows, 1e6, 999_999, 'regression'],
    ['one row of a million more', rows, 1e6, 1_000_001, 'improvement'],
    ['one more retry', retries, 3, 4, 'regression'],
    ['one retry less', retries, 3, 2, 'improvement'],
    ['the same', rows, 1e6, 1e6, 'unchanged'],
    ['none on either side', retries, 0, 0, 'unchanged'],
    ['rows fallen to zero (W49)', rows, 1e6, 0, 'regression'],
    ['retries that were none', retries, 0, 2, 'regression'],
  ] as const)('that never vary are compared exactly: %s', (...[, metric, from, to, verdict]) => {
    const answer = judgeMetric(metric, { base: always(from), head: always(to), minEffect: 0.03 })
    expect(answer.verdict).toBe(verdict)
    expect(answer.effect).toBe(from === to ? 0 : from === 0 ? null : to / from - 1)
    expect(answer.reason).toContain(from === to ? `${from} on both sides` : `from ${from} to ${to}`)
  })

  it.each([
    ['a single run', [5], [5], 'a single run on a side does not show that it is constant'],
    ['two runs', [5, 5], [6, 6], 'too few runs to show that it is constant'],
  ])('that differ in %s are not yet believed', (_, base, head, reason) => {
    const answer = judgeMetric(rows, { base, head })
    expect(answer.verdict).toBe('inconclusive')
    expect(answer.reason).toContain(reason)
  })

  it.each([
    ['here', { base: [100, 101, 100], head: [101, 101, 101] }],
    ['in the history', { base: always(100), head: always(101), history: [[100, 101, 100]] }],
  ])('that vary %s are judged by their ratio', (...[, request]) => {
    const answer = judgeMetric(rows, request)
    const { reason: _, ...numbers } = judgePair({ ...request, isLowerBetter: false })
    expect(answer).toMatchObject(numbers)
    expect(answer.verdict).not.toBe('improvement')
  })

  it('that vary about zero have no ratio', () => {
    const answer = judgeMetric(retries, { base: [0, 1, 0], head: [1, 0, 2] })
    expect(answer.verdict).toBe('inconclusive')
    expect(answer.reason).toContain('zero')
  })
})

describe('memory', () => {
  it.each([
    ['one step of 2 MiB on 8 GiB', [8192, 8192, 8192], [8194, 8194, 8194], 'unchanged', '2 MiB'],
    ['one large step of the allocator', [8000, 8400, 8000], [8400, 8400, 8400], 'inconclusive', '400 MiB'],
    ['5 % more, constant', [8192, 8192, 8192], always(8602), 'regression', 'higher by at least'],
    ['5 % less, constant', [8192, 8192, 8192], always(7782), 'improvement', 'lower by at least'],
    ['2 % more, constant', [8192, 8192, 8192], always(8356), 'unchanged', 'an increase of 3.0 % is ruled out'],
    ['a step that is more than the minimum effect', always(20), always(21), 'inconclusive', 'undecided whether'],
    ['4 % more, scattered by steps', [8000, 8002, 8004], [8320, 8324, 8322], 'regression', 'ranges +3.9 % to +4.1 %'],
    ['two runs', [100, 100], [200, 200], 'inconclusive', 'too few runs to detect an increase'],
    ['a value fallen to zero (W49)', always(100), always(0), 'inconclusive', 'no ratio'],
  ])('%s', (...[, base, head, verdict, reason]) => {
    const answer = judgeMetric(peakMemory, { base, head, minEffect: 0.03, maxRuns: 10 })
    expect(answer.verdict).toBe(verdict)
    expect(answer.reason).toContain(reason)
  })

  it('needs no page where values are smaller than one', () => {
    const bytes: Metric = { name: 'allocated', unit: 'B', betterWhen: 'lower' }
    expect(judgeMetric(bytes, { base: always(1000), head: always(1100) }).verdict).toBe('regression')
    expect(judgeMetric(bytes, { base: always(1000), head: always(1000) }).verdict).toBe('unchanged')
  })

  it('that scatters like noise is judged by its ratio', () => {
    const base = [8000, 8091, 7940, 8033, 7987]
    const request = { base, head: times(base, 1.1), maxRuns: 10 }
    const { reason: _, ...numbers } = judgePair({ ...request, isLowerBetter: true })
    expect(judgeMetric(peakMemory, request)).toMatchObject(numbers)
    expect(numbers.verdict).toBe('regression')
  })

  it('that scatters in the history is not taken for constant', () => {
    const history = [[8000, 8400, 7700, 8100, 7900]]
    const request = { base: always(8000), head: always(8300), maxRuns: 10 }
    expect(judgeMetric(peakMemory, request).verdict).toBe('regression')
    expect(judgeMetric(peakMemory, { ...request, history }).verdict).not.toBe('regression')
  })

  it('by no more than a page is no change, however clear it looks', () => {
    const base = [20, 20.01, 19.99, 20, 20.02]
    const request = { base, head: base.map((value) => value + 1.9), history: [[...base, ...base, 25]] }
    expect(judgePair(request).verdict).toBe('regression')
    expect(judgeMetric(peakMemory, request)).toMatchObject({
      verdict: 'inconclusive',
      reason: '+9.5 % (5 against 5 runs): at most one allocation step of 2 MiB, which does not prove a change',
    })
  })

  it('means the same in every unit', () => {
    const inUnit = (unit: string, factor: number) =>
      judgeMetric(
        { ...peakMemory, unit },
        { base: times([8192, 8194, 8192], factor), head: times([8600, 8602, 8602], factor) },
      )
    const expected = inUnit('MiB', 1)
    for (const [unit, factor] of [
      ['B', 2 ** 20],
      ['GiB', 2 ** -10],
      ['KiB', 2 ** 10],
    ] as const)
      expect(inUnit(unit, factor)).toMatchObject({
        verdict: expected.verdict,
        resolution: expect.closeTo(expected.resolution!, 9),
      })
  })
})

describe('shares of a whole', () => {
  it.each([
    ['five points less', [94, 95, 94.5], [89, 90, 89.5], 'regression', 'significantly lower'],
    ['five points more', [84, 85, 84.5], [89, 90, 89.5], 'improvement', 'significantly higher'],
    ['the same', [94, 95, 94.5], [94, 95, 94.5], 'unchanged', 'a decrease of 3.0 points is ruled out'],
    ['from the whole', always(100), always(94), 'regression', 'by more than half of the minimum effect of 3.0 points'],
    ['from nothing', always(0), always(6), 'improvement', 'by more than half of the minimum effect of 3.0 points'],
    ['twice nearly nothing', [0.5, 0.6, 0.4], [1, 1.2, 0.8], 'unchanged', 'a decrease of 3.0 points is ruled out'],
    [
      'half of nearly nothing, which is no halving',
      [1, 1.2, 0.8],
      [0.5, 0.6, 0.4],
      'unchanged',
      'a decrease of 3.0 points is ruled out',
    ],
    ['nothing on both sides', always(0), always(0), 'unchanged', 'ruled out'],
    ['single runs', [90], [80], 'inconclusive', 'single run'],
    [
      'more than the whole',
      [94, 95, 94],
      [94, 130, 95],
      'inconclusive',
      'a value is 130; a share lies between 0 and 100',
    ],
    ['a negative one', [94, 95, 94], [94, -1, 95], 'inconclusive', 'a value is -1'],
  ])('are judged by points, not ratios (W54): %s', (...[, base, head, verdict, reason]) => {
    const answer = judgeMetric(utilisation, { base, head, minEffect: 0.03, maxRuns: 10 })
    expect(answer.verdict).toBe(verdict)
    expect(answer.reason).toContain(reason)
  })

  it('give effects in points of the whole, whichever way they are written', () => {
    const asPercent = judgeMetric(utilisation, { base: [94, 95, 94.5], head: [89, 90, 89.5] })
    const asShare = judgeMetric(
      { ...utilisation, unit: 'share' },
      { base: [0.94, 0.95, 0.945], head: [0.89, 0.9, 0.895] },
    )
    expect(asPercent.effect).toBeCloseTo(-0.05, 9)
    expect(asShare.verdict).toBe(asPercent.verdict)
    expect(asShare.interval![0]).toBeCloseTo(asPercent.interval![0], 9)
  })

  it('may overshoot the whole by rounding', () => {
    expect(judgeMetric(utilisation, { base: always(100), head: always(100.00001) }).verdict).toBe('unchanged')
  })
})

describe.each(all.map((metric) => [metric.name, metric] as const))('any kind: %s', (_, metric) => {
  const top = metric === idleShare ? 1 : 100
  const run = fc.integer({ min: 1, max: 1000 }).map((value) => (top * value) / 1000)
  const side = fc.array(run, { minLength: 2, maxLength: 8 })
  const pair: fc.Arbitrary<MetricRequest> = fc.record({
    base: side,
    head: side,
    minEffect: fc.constantFrom(0.01, 0.03, 0.1),
    maxRuns: fc.constantFrom(undefined, 10),
    design: fc.constant('blocked'),
  })
  const mirrored = { regression: 'improvement', improvement: 'regression' } as Record<string, string>

  it.each([
    ['empty sides (F-36)', [], [], 'no runs'],
    ['an empty head (W49)', [top], [], 'no runs on the head side'],
    ['NaN (F-36, W50)', [top, top, top], [top, Number.NaN, top], 'NaN'],
    ['infinity (W50)', [top, top, top], [top, Number.POSITIVE_INFINITY, top], 'Infinity'],
    ['a negative value', [top, top, top], [-top, -top, -top], `-${top}`],
  ])('gives no verdict for %s', (...[, base, head, reason]) => {
    const answer = judgeMetric(metric, { base, head })
    expect(answer.verdict).toBe('inconclusive')
    expect(answer.reason).toContain(reason)
  })

  it('refuses a minimum effect that is none', () => {
    expect(() => judgeMetric(metric, { base: [], head: [], minEffect: Number.NaN })).toThrow(RangeError)
  })

  it('turns round when the sides are swapped', () => {
    fc.assert(
      fc.property(pair, (request) => {
        const there = judgeMetric(metric, request)
        const back = judgeMetric(metric, { ...request, base: request.head, head: request.base })
        for (const verdict of ['regression', 'improvement'])
          expect(there.verdict === verdict).toBe(back.verdict === mirrored[verdict])
      }),
    )
  })

  it('does not depend on the order of the runs', () => {
    fc.assert(
      fc.property(pair, (request) => {
        const sorted = { ...request, base: request.base.toSorted((a, b) => a - b), head: request.head.toReversed() }
        expect(judgeMetric(metric, sorted).verdict).toBe(judgeMetric(metric, request).verdict)
      }),
    )
  })

  it('never sees a change between equal sides, and none more in doubled ones', () => {
    fc.assert(
      fc.property(side, (values) => {
        const doubled = [...values, ...values]
        expect(['unchanged', 'inconclusive']).toContain(judgeMetric(metric, { base: values, head: values }).verdict)
        expect(['unchanged', 'inconclusive']).toContain(judgeMetric(metric, { base: doubled, head: doubled }).verdict)
      }),
    )
  })

  it('makes no regression of one outlier', () => {
    const steady = [0.5, 0.501, 0.502, 0.5, 0.501].map((value) => value * top)
    const worse = metric.betterWhen === 'lower' ? top : 0.001 * top
    for (const [index] of steady.entries()) {
      const head = steady.with(index, worse)
      expect(judgeMetric(metric, { base: steady, head }).verdict).not.toBe('regression')
    }
  })

  it('answers in numbers that JSON can hold, of any magnitude', () => {
    const extreme = fc.array(fc.constantFrom(0, 5e-324, 1e-300, 1e-12, 1, 1e300, Number.MAX_VALUE), {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(extreme, extreme, (base, head) => {
        const answer = judgeMetric(metric, { base, head })
        expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
        expect(answer.reason).not.toMatch(/NaN|undefined/)
      }),
    )
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  splitClockStates,
  weighWithinStates,
  type RunClocks,
} from '../../../../../src/domain/detection/pair/covariate.ts'
import { judgeMetric } from '../../../../../src/domain/detection/pair/judge-metric.ts'
import { startUpTime, throughput, wallTime, type Metric } from '../../../../../src/domain/core/metric.ts'
import type { MetricRequest } from '../../../../../src/domain/detection/pair/pair.ts'

describe('splitClockStates', () => {
  it.each([
    ['two states', [1980, 1500, 1975, 1510], [true, false, true, false]],
    ['one run in the lower state', [1980, 1980, 1500], [true, true, false]],
    ['the smallest gap', [1000, 1031], [false, true]],
  ])('finds %s', (_, clocks, isHigh) => {
    expect(splitClockStates(clocks)!.isHigh).toEqual(isHigh)
  })

  it.each([
    ['the jitter of one state', [1980, 1975, 1950, 1960]],
    ['a drift', [1980, 1900, 1820, 1740, 1660]],
    ['one run', [1980]],
    ['a clock that was not seen', [1980, 1500, Number.NaN]],
    ['a clock of zero', [1980, 1500, 0]],
    ['nothing', []],
  ])('finds none in %s', (_, clocks) => {
    expect(splitClockStates(clocks)).toBeNull()
  })

  it('tells the mean clock of each', () => {
    expect(splitClockStates([1980, 1500, 1970, 1510])).toMatchObject({ low: 1505, high: 1975 })
  })
})

/** Times of a program that follows the clock. */
const atClocks = (cycles: number, clocks: readonly number[]): number[] =>
  clocks.map((clock, index) => (cycles / clock) * (1 + 0.001 * ((index % 3) - 1)))

const judgeWithin = (metric: Metric, request: MetricRequest, clocks: RunClocks) =>
  weighWithinStates(metric, request, clocks).answer({})

const mixed = { base: [1980, 1500, 1980, 1980, 1500], head: [1500, 1980, 1500, 1980, 1500] }
const turned = { base: mixed.head, head: mixed.base }
const apart = { base: [1980, 1975, 1980], head: [1500, 1510, 1500] }

describe('judgeWithinStates', () => {
  it.each([
    ['unchanged', 1, mixed],
    ['regression', 1.03, turned],
    ['improvement', 0.96, mixed],
  ])('says %s at a factor of %d where the clocks hide it', (verdict, factor, clocks) => {
    const asked = { base: atClocks(2000, clocks.base), head: atClocks(2000 * factor, clocks.head), maxRuns: 10 }
    const answer = judgeWithin(wallTime, asked, clocks)
    expect(judgeMetric(wallTime, asked).verdict).not.toBe(verdict)
    expect(answer.verdict).toBe(verdict)
    expect(answer.effect).toBeCloseTo(factor - 1, 2)
    expect(weighWithinStates(wallTime, asked, clocks).states).toMatchObject({ low: 1500, high: 1980 })
  })

  it('cannot tell the code from the clock where each side had its own, and says the effect in cycles', () => {
    const asked = { base: atClocks(2000, apart.base), head: atClocks(2040, apart.head), maxRuns: 10 }
    const answer = judgeWithin(wallTime, asked, apart)
    expect(judgeMetric(wallTime, asked).verdict).toBe('regression')
    expect(answer.verdict).toBe('inconclusive')
    expect(answer.reason).toMatch(
      /^\+34\.\d % \(3 against 3 runs\): base ran at 1978 MHz and head at 1503 MHz, so the clock may explain the difference; in clock cycles it is \+2\.0 %$/,
    )
  })

  it.each([
    ['in six runs a side', { base: Array(6).fill(1980), head: Array(6).fill(1755) }],
    ['in most runs of the head', { base: Array(8).fill(1980), head: [1980, 1980, ...Array(6).fill(1755)] }],
  ] as const)('takes a clock that follows the side %s for an effect of the code', (_, clocks) => {
    const asked = { base: atClocks(2000, clocks.base), head: atClocks(2000, clocks.head), maxRuns: 10 }
    const evidence = weighWithinStates(wallTime, asked, clocks)
    expect(evidence.answer({})).toEqual(judgeMetric(wallTime, asked))
    expect(evidence.answer({}).verdict).toBe('regression')
    expect([evidence.states, evidence.clocksOfSides?.[0]]).toEqual([null, 1980])
    // The base of another session ran at its time, not in random order.
    const stored = weighWithinStates(wallTime, { ...asked, design: 'stored' }, clocks)
    expect([stored.answer({}).verdict === 'regression', stored.clocksOfSides]).toEqual([false, null])
  })

  it('counts work per cycle for rates', () => {
    const rates = (values: readonly number[]): number[] => values.map((value) => 1 / value)
    const asked = { base: rates(atClocks(2000, apart.base)), head: rates(atClocks(2000, apart.head)) }
    const { verdict, reason } = judgeWithin(throughput, asked, apart)
    expect(verdict).toBe('inconclusive')
    expect(reason).toMatch(/per clock cycle it is \+?-?0\.0\d %$/)
  })

  it.each([
    ['one state', [1980, 1979, 1981, 1980, 1980]],
    ['clocks of other runs', [1980, 1500]],
    ['unknown clocks', [Number.NaN, 1980, 1500, 1980, 1980]],
  ])('judges as ever with %s', (_, clocks) => {
    const asked = { base: [1, 1.01, 0.99, 1, 1], head: [1.05, 1.06, 1.04, 1.05, 1.05] }
    expect(judgeWithin(wallTime, asked, { base: clocks, head: clocks })).toEqual(judgeMetric(wallTime, asked))
  })

  it('leaves memory and values without a ratio to their own rules', () => {
    const memory = { name: 'peak', unit: 'MiB', betterWhen: 'lower' } as const
    const asked = { base: [900, 900, 900], head: [0, 900, 900] }
    for (const metric of [memory, wallTime])
      expect(judgeWithin(metric, asked, apart)).toEqual(judgeMetric(metric, asked))
  })

  it('leaves the start-up to its own rules: the GPU does not work yet', () => {
    const asked = { base: atClocks(2000, apart.base), head: atClocks(2000, apart.head) }
    expect(judgeWithin(startUpTime, asked, apart)).toEqual(judgeMetric(startUpTime, asked))
  })

  it('turns round when the sides are swapped', () => {
    const runs = fc.array(fc.tuple(fc.constantFrom(1500, 1980), fc.integer({ min: 990, max: 1030 })), {
      minLength: 3,
      maxLength: 8,
    })
    fc.assert(
      fc.property(runs, runs, (one, other) => {
        const clocks = { base: one.map(([clock]) => clock), head: other.map(([clock]) => clock) }
        const base = one.map(([clock, level]) => level / clock)
        const head = other.map(([clock, level]) => level / clock)
        const there = judgeWithin(wallTime, { base, head }, clocks).verdict
        const back = judgeWithin(wallTime, { base: head, head: base }, { base: clocks.head, head: clocks.base }).verdict
        expect(there === 'regression').toBe(back === 'improvement')
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import {
  evaluateRequirement,
  isMet,
  type DerivedValue,
  type Requirement,
} from '../../../../src/domain/verdict/requirement.ts'

const requirement: Requirement = {
  id: 'PERF-03',
  suite: 'scaling',
  value: 'speedup',
  axes: { gpus: 2 },
  operator: '>=',
  limit: 1.9,
  unit: '×',
  severity: 'fail',
  rule: 'perf-03@1',
}
const derived: DerivedValue = {
  suite: 'scaling',
  benchmark: 'predict',
  axes: { gpus: 2 },
  name: 'speedup',
  value: 1.95,
  unit: '×',
  interval: null,
  reason: null,
  isSuspicious: false,
  isDeclared: false,
}
const evaluate = (overrides: Partial<DerivedValue>) =>
  evaluateRequirement(requirement, [{ ...derived, ...overrides }])[0]

describe('evaluateRequirement', () => {
  it('gives no verdict on a limit inside a range, and one outside of it', () => {
    const range = { value: 1.92, interval: [1.88, 1.96], isRange: true, reason: 'rounded' } as const
    expect(evaluate(range)).toMatchObject({ status: 'not evaluated', reason: 'rounded; the limit is inside' })
    expect(evaluate({ ...range, interval: [1.91, 1.96] })?.status).toBe('pass')
    expect(evaluate({ ...range, interval: [1.8, 1.89], value: 1.85 })?.status).toBe('fail')
  })

  it('judges unrounded figures: 1.8999 is not 1.9', () => {
    expect(evaluate({ value: 1.8999 })?.status).toBe('fail')
    expect(evaluate({ value: 1.9 })?.status).toBe('pass')
  })

  it('keeps operator, limit, rule version and the unrounded figure with the verdict (W39)', () => {
    expect(evaluate({ value: 1.8999 })).toMatchObject({ operator: '>=', limit: 1.9, rule: 'perf-03@1', actual: 1.8999 })
  })

  it('does not evaluate what is missing or not a number, and says why', () => {
    expect(evaluate({ value: null, reason: 'no 1-GPU run' })).toMatchObject({
      status: 'not evaluated',
      reason: 'no 1-GPU run',
    })
    expect(evaluate({ value: Number.NaN })?.status).toBe('not evaluated')
    expect(evaluateRequirement(requirement, [])[0]?.status).toBe('not evaluated')
  })

  it('neither passes nor fails an implausible figure', () => {
    expect(evaluate({ value: 2.4, isSuspicious: true, reason: 'efficiency above 100 %' })?.status).toBe('not evaluated')
  })

  it('does not evaluate a limit that the config states in another unit than the figure has: 20 ms is not 20 s', () => {
    const limit = { ...requirement, rule: 'config@1', operator: '<' as const, limit: 20, unit: 'ms' }
    const seconds = { ...derived, value: 0.0125, unit: 's' }
    expect(evaluateRequirement(limit, [seconds])[0]).toMatchObject({
      status: 'not evaluated',
      actual: null,
      reason: 'the limit is 20 ms, but the value is in s: state the limit in s',
    })
    expect(evaluateRequirement({ ...limit, unit: 's' }, [seconds])[0]?.status).toBe('pass')
    expect(evaluateRequirement({ ...limit, unit: '' }, [seconds])[0]?.status).toBe('pass')
  })

  it('names a declared figure as such (W35)', () => {
    expect(evaluate({ isDeclared: true })?.reason).toContain('declared')
  })

  it('says when the interval includes the limit', () => {
    expect(evaluate({ interval: [1.85, 2] })?.reason).toContain('borderline')
    for (const interval of [null, [1.91, 2]] as const) expect(evaluate({ interval })?.reason).toBe('')
  })

  it.each([
    [1.9, 2, true],
    [1.8, 1.9, true],
    [1.91, 2, false],
    [1.8, 1.89, false],
    // Every run gave the same count.
    [1.9, 1.9, false],
  ])('an exact limit of 1.9 is borderline in the interval from %d to %d: %j', (low, high, expected) => {
    const exact = { ...requirement, operator: '==' as const }
    const [found] = evaluateRequirement(exact, [{ ...derived, value: 1.9, interval: [low, high] }])
    expect([found?.status, found?.reason?.includes('borderline') ?? false]).toEqual(['pass', expected])
  })

  it.each([
    ['<', 1, 1, false],
    ['<=', 1, 1, true],
    ['>', 1, 1, false],
    ['>=', 1, 1, true],
    ['==', 1, 1, true],
  ] as const)('%s at the edge', (operator, value, limit, expected) => {
    expect(isMet(value, operator, limit)).toBe(expected)
  })
})

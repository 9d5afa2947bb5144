import { describe, expect, it } from 'vitest'
import { computeAgreementInterval } from '../../../src/domain/core/bootstrap.ts'
import { withOptions } from '../../../src/domain/core/command.ts'
import { classifyTradeOff, classifyTradeOffInterval } from '../../../src/domain/cost/cost.ts'

describe('the trade of memory for speed (F-21, X-25)', () => {
  it.each([
    [1.11, 0.29, 'recommended'],
    [1.1, 0.29, 'no advice'],
    [1.11, 0.3, 'no advice'],
    [1.3, 0.4, 'no advice'],
    [1.3, 0.5, 'no advice'],
    [1.21, 0.51, 'acceptable'],
    [1.2, 0.51, 'inefficient'],
    [0.9, 2, 'inefficient'],
    [1, -0.1, 'no advice'],
    [1.5, -0.1, 'recommended'],
  ])('%f× for %f more memory: %s (I-170, I-171)', (speedup, overhead, advice) => {
    expect(classifyTradeOff(speedup, overhead)).toBe(advice)
  })

  it('gives no advice where the noise reaches across a limit', () => {
    expect(classifyTradeOffInterval([1.12, 1.2], 0.1)).toBe('recommended')
    expect(classifyTradeOffInterval([1.08, 1.2], 0.1)).toBe('no advice')
    expect(classifyTradeOffInterval([1.1, 1.3], 0.6)).toBe('no advice')
  })
})

describe('options', () => {
  it('stand in the place that the command names, or at its end', () => {
    expect(withOptions(['run', '{options}', '--', 'x'], ['-a', '1'])).toEqual(['run', '-a', '1', '--', 'x'])
    expect(withOptions(['run', 'x'], ['-a'])).toEqual(['run', 'x', '-a'])
    expect(withOptions(['run', '{options}', 'x'], [])).toEqual(['run', 'x'])
  })
})

describe('the interval of an agreement', () => {
  it('is the one that Wilson gives', () => {
    // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    const [low, high] = computeAgreementInterval(81, 263, 0.95) ?? [0, 0]
    expect([low, high].map((end) => end.toFixed(4))).toEqual(['0.2553', '0.3662'])
    expect(computeAgreementInterval(0, 20, 0.95)?.map((end) => end.toFixed(4))).toEqual(['0.0000', '0.1611'])
  })

  it('has a width where all rows agree, and none exists without rows', () => {
    expect(computeAgreementInterval(10, 10, 0.95)?.map((end) => end.toFixed(4))).toEqual(['0.7225', '1.0000'])
    expect(computeAgreementInterval(0, 0, 0.95)).toBeNull()
  })
})

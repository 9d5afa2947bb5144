import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeAgreementInterval, computeLogContrast } from '../../../src/domain/core/bootstrap.ts'
import { findCombinedVariants } from '../../../src/domain/core/case-options.ts'
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

  it('that are exactly those of other variants together make a combination', () => {
    const set = (...args: string[]) => ({ args, env: {} })
    const matrix = { plain: set('-v'), streams: set('-v', '--streams'), keep: set('-v', '--keep') }
    const all = { ...matrix, all: set('--keep', '--streams', '-v') }
    expect(findCombinedVariants('all', 'plain', all)).toEqual(['streams', 'keep'])
    expect(findCombinedVariants('streams', 'plain', all)).toEqual([])
    expect(findCombinedVariants('all', 'plain', { ...all, all: set('-v', '--streams', '--keep', '--more') })).toEqual(
      [],
    )
    expect(findCombinedVariants('all', 'plain', { ...all, more: set('-v', '--streams') })).toEqual([])
  })
})

describe('the contrast of logarithms', () => {
  it('is Welch’s interval of a ratio for two groups', () => {
    const contrast = computeLogContrast(
      [
        { samples: [10, 11, 12].map(Math.exp), weight: 1 },
        { samples: [1, 4].map(Math.exp), weight: -1 },
      ],
      0.95,
    )
    // Means 11 and 2.5, squared errors 1/3 and 4.5/2, hence 1.3039 degrees of freedom, whose t(0.975) is 7.46242.
    const half = 7.46242 * Math.sqrt(1 / 3 + 4.5 / 2)
    expect(contrast?.interval?.map(Math.log)).toEqual([expect.closeTo(8.5 - half, 4), expect.closeTo(8.5 + half, 4)])
  })

  it('does not depend on the unit, and has no interval from single runs', () => {
    const samples = fc.array(fc.double({ min: 0.1, max: 100, noNaN: true }), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(samples, samples, (one, other) => {
        const groups = (factor: number) => [
          { samples: one.map((value) => value * factor), weight: 1 },
          { samples: other.map((value) => value * factor), weight: -1 },
        ]
        const [plain, scaled] = [computeLogContrast(groups(1), 0.95), computeLogContrast(groups(1000), 0.95)]
        expect((scaled?.value ?? 0) / (plain?.value ?? 1)).toBeCloseTo(1, 9)
      }),
    )
    const single = computeLogContrast(
      [
        { samples: [2], weight: 1 },
        { samples: [1, 1.1], weight: -1 },
      ],
      0.95,
    )
    expect(single).toMatchObject({ interval: null })
    expect(computeLogContrast([{ samples: [], weight: 1 }], 0.95)).toBeNull()
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

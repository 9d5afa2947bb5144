import { describe, expect, it } from 'vitest'
import { judgePair } from '../../../../../src/domain/detection/pair/judge-metric.ts'
import type { PairRequest } from '../../../../../src/domain/detection/pair/pair.ts'
import { measureAlarms, wave } from './exact-alarms.ts'

const run = [1, 1.02, 0.99, 1.01, 1, 1.03, 0.98, 1.01, 0.99, 1.02, 1]
const side = (count: number, factor = 1): number[] =>
  run.slice(0, count).map((value, index) => value * factor * (1 + 0.001 * (index % 3)))
const pairs = (count: number, factor: number, more: Partial<PairRequest> = {}): PairRequest => ({
  base: side(count),
  head: side(count, factor).map((value, index) => value * (1 + 0.001 * (index % 2))),
  confirm: 'exact',
  ...more,
})

describe('an exact confirmation', () => {
  it.each([
    ['six pairs cannot reach the level', 6, 1.1, undefined, 'inconclusive'],
    ['seven that all point one way do, where no more are allowed', 7, 1.1, undefined, 'regression'],
    ['seven of which more may follow wait for them', 7, 1.1, 10, 'inconclusive'],
    ['eight that all point one way need no more', 8, 1.1, 10, 'regression'],
    ['faster ones are an improvement by the same test', 8, 0.9, 10, 'improvement'],
    ['equal ones are unchanged', 8, 1, 10, 'unchanged'],
    ['less than half of the minimum effect is no change, however clear', 8, 1.01, 10, 'unchanged'],
  ])('%s', (...[, count, factor, maxRuns, verdict]) => {
    expect(judgePair(pairs(count, factor, { ...(maxRuns && { maxRuns }) })).verdict).toBe(verdict)
  })

  it('needs pairs: samples of another session, or all base first, confirm nothing', () => {
    for (const design of ['stored', 'blocked'] as const)
      expect(judgePair(pairs(8, 1.1, { design })).verdict).toBe('inconclusive')
  })

  it('shares its level between the gates', () => {
    expect(judgePair(pairs(7, 1.1, { gates: 2 })).verdict).toBe('inconclusive')
    expect(judgePair(pairs(9, 1.1, { gates: 2 })).verdict).toBe('regression')
  })

  it('gives up where one pair of seven points the other way', () => {
    const asked = pairs(7, 1.1)
    const head = asked.head.map((value, index) => (index === 3 ? 0.99 : value))
    expect(judgePair({ ...asked, head }).verdict).toBe('inconclusive')
  })

  it('calls the smallest slowdown that it says it could have shown', () => {
    const { resolution } = judgePair(pairs(8, 1, { maxRuns: 10, minEffect: 0.001 }))
    const { effect } = judgePair(pairs(8, 1, { maxRuns: 10 }))
    const shifted = (share: number) =>
      judgePair(pairs(8, (1 + share) / (1 + effect!), { maxRuns: 10, minEffect: 0.001 }))
    expect(shifted(resolution! * 1.01).verdict).toBe('regression')
    expect(shifted(resolution! * 0.9).verdict).not.toBe('regression')
  })
})

describe('false alarms of an exact confirmation through all looks, seeded', () => {
  // The level is 0.8 %; three standard errors of 400 pairs are 1.3 %. `test/soak` has more kinds of noise.
  it('stay at their level on a wave of period 2', () => {
    expect(measureAlarms(wave(2))).toBeLessThanOrEqual(0.021)
  })
})

import { describe, expect, it } from 'vitest'
import { judgePair } from '../../../../../src/domain/detection/pair/judge-metric.ts'
import type { PairRequest } from '../../../../../src/domain/detection/pair/pair.ts'
import { isForwards } from '../../../../../src/domain/plan/schedule.ts'
import { normals } from '../../noisy-series.ts'

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

type Noise = (normal: () => number) => () => number
const wave =
  (period: number): Noise =>
  (normal) => {
    let place = Math.floor(Math.abs(normal()) * 100)
    return () => 0.05 * Number(place++ % period === 0) + 0.005 * normal()
  }

describe('false alarms of an exact confirmation through all looks, seeded', () => {
  // The level is 0.8 %; three standard errors of 400 pairs are 1.3 %.
  it.each<[string, Noise]>([
    ['period 2', wave(2)],
    ['period 3', wave(3)],
    ['period 4', wave(4)],
    [
      'a ramp',
      (normal) => {
        let place = 0
        return () => 0.02 * place++ + 0.005 * normal()
      },
    ],
    [
      'a random walk',
      (normal) => {
        let place = 0
        return () => (place += 0.03 * normal())
      },
    ],
    ['two modes', (normal) => () => 0.13 * Number(normal() > 0) + 0.002 * normal()],
  ])('stay at their level on %s', (_, noise) => {
    const alarms = Array.from({ length: 400 }, (__, seed) => {
      const next = noise(normals(seed))
      const [base, head]: [number[], number[]] = [[], []]
      for (let pair = 0; pair < 10; pair += 1) {
        const isHeadFirst = isForwards(pair, seed * 7919, 'group', true)
        for (const isHead of [isHeadFirst, !isHeadFirst]) (isHead ? head : base).push(Math.exp(next()))
      }
      const verdicts = [7, 8, 10].map(
        (count) =>
          judgePair({ base: base.slice(0, count), head: head.slice(0, count), maxRuns: 10, confirm: 'exact' }).verdict,
      )
      return verdicts.find((verdict) => verdict !== 'inconclusive') === 'regression'
    })
    expect(alarms.filter(Boolean).length / alarms.length).toBeLessThanOrEqual(0.021)
  })
})

import { describe, expect, it } from 'vitest'
import { computeImpliedTotal, type JudgedStage } from '../../../../../src/domain/detection/pair/implied-total.ts'

const stage = (name: string, baseTime: number, more: Partial<JudgedStage> = {}): JudgedStage => ({
  stage: name,
  verdict: 'unchanged',
  effect: 0.001,
  interval: [-0.01, 0.012],
  baseTime,
  ...more,
})
const slower = { verdict: 'regression', effect: 0.1, interval: [0.09, 0.11] } as const
const faster = { verdict: 'improvement', effect: -0.04, interval: [-0.05, -0.028] } as const
const open = { verdict: 'inconclusive', effect: 0.05, interval: [-0.1, 0.2] } as const
const total = { baseTime: 100, interval: [-0.04, 0.06] } as const

describe('computeImpliedTotal', () => {
  it('weighs a changed stage by its share of the time', () => {
    const implied = computeImpliedTotal([stage('encode', 30, slower), stage('merge', 60)], total)!
    expect(implied).toMatchObject({ effect: 0.03, agrees: true, undecidedShare: 0 })
    expect(implied.interval[0]).toBeCloseTo(0.027, 12)
    expect(implied.interval[1]).toBeCloseTo(0.033, 12)
    expect(implied.sentence).toBe('encode (+10.0 %) implies +3.0 % of the total (+2.7 % to +3.3 %)')
  })

  it('joins several, the largest part first, and names what is undecided', () => {
    const implied = computeImpliedTotal(
      [stage('read', 25, faster), stage('encode', 30, slower), stage('merge', 20, open)],
      total,
    )!
    expect(implied.effect).toBeCloseTo(0.02, 12)
    expect(implied.interval[0]).toBeCloseTo(0.0145, 12)
    expect(implied.interval[1]).toBeCloseTo(0.026, 12)
    expect(implied.sentence).toBe(
      'encode (+10.0 %), read (-4.0 %) imply +2.0 % of the total (+1.4 % to +2.6 %), without the inconclusive stages (20.0 % of its time)',
    )
  })

  it('counts the stages that are not named', () => {
    const stages = ['a', 'b', 'c', 'd', 'e'].map((name, index) => stage(name, 10 + index, slower))
    expect(computeImpliedTotal(stages, total)!.sentence).toMatch(
      /^e \(\+10\.0 %\), d \(\+10\.0 %\), c \(\+10\.0 %\) and 2 more imply /,
    )
  })

  it('says when the total contradicts it', () => {
    const implied = computeImpliedTotal([stage('encode', 90, slower)], { baseTime: 100, interval: [-0.01, 0.01] })!
    expect(implied.agrees).toBe(false)
    expect(implied.sentence).toMatch(/; the total does not confirm it$/)
    expect(computeImpliedTotal([stage('encode', 90, slower)], { baseTime: 100, interval: null })!.agrees).toBeNull()
  })

  it.each([
    ['no stage changed', [stage('encode', 30), stage('merge', 60, open)], total],
    ['there are no stages', [], total],
    ['stages ran at the same time', [stage('encode', 80, slower), stage('read', 80)], total],
    ['the total has no time', [stage('encode', 30, slower)], { baseTime: 0, interval: null }],
    ['a time is not known (W50)', [stage('encode', Number.NaN, slower)], total],
    ['a changed stage has no effect', [stage('encode', 30, { ...slower, effect: null })], total],
  ])('implies nothing where %s', (_, stages, whole) => {
    expect(computeImpliedTotal(stages, whole)).toBeNull()
  })
})

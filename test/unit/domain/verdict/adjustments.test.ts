import { describe, expect, it } from 'vitest'
import { adjustComparisons, adjustStored, describeImpliedTotal } from '../../../../src/domain/verdict/adjustments.ts'
import type { Decision } from '../../../../src/domain/verdict/comparison.ts'
import { toComparisons, judgeComparisons } from '../../../../src/domain/verdict/judged-comparison.ts'
import { createPlan } from '../../../../src/domain/plan/plan.ts'
import { nothingKnown } from '../../../../src/domain/plan/interleaved-runs.ts'
import { summarize } from '../../../../src/domain/core/statistics.ts'
import { createStageMetric } from '../../../../src/domain/core/metric.ts'
import { aCase, aStage, aTrial } from '../../a-run.ts'
import { aComparison } from '../../reporters/a-report.ts'

describe('a base of another session', () => {
  it.each([
    [false, 'improvement', 'inconclusive'],
    [true, 'improvement', 'improvement'],
    [false, 'regression', 'regression'],
    [false, 'unchanged', 'unchanged'],
  ] as const)('with a gate: %s, an answer of %s is shown as %s', (isGate, verdict, shown) => {
    const decision = aComparison({ isGate, verdict, reason: 'half as long' })
    const item = adjustStored({ decision, isInterleaved: false, missingWork: null })
    expect(item.verdict).toBe(shown)
    expect(item.reason.includes('another session')).toBe(verdict !== shown)
  })

  it('holds for watched metrics whose base was reused from the cache, and not for runs in turn', () => {
    const cases = ['head', 'base'].map((id) => aCase({ id, revision: id, repeats: 6, maxRepeats: 6 }))
    const comparison = { minEffect: 0.03, mayWiden: true, gate: ['wall_time'], maxRepeats: 6, isScreened: false }
    const plan = { ...createPlan(cases), comparisons: [{ head: 'head', base: 'base', ...comparison }] }
    const verdictFor = (cachedFromRun: string | null) => {
      const trials = Array.from({ length: 12 }, (_, place) => {
        const caseId = place % 2 === 0 ? 'base' : 'head'
        const seconds = (caseId === 'head' ? 1 : 8) * (1 + 0.001 * (place % 3))
        const cached = caseId === 'base' ? cachedFromRun : null
        return aTrial({ caseId, index: place, stages: [aStage('ESM-2', seconds)], cachedFromRun: cached })
      })
      const rows = adjustComparisons(judgeComparisons(plan, trials, nothingKnown)).flatMap((item) =>
        toComparisons(item, 'base', {}),
      )
      return rows.find(({ metric }) => metric === 'stage:ESM-2')!.verdict
    }
    expect([verdictFor('run-1'), verdictFor(null)]).toEqual(['inconclusive', 'improvement'])
  })
})

type Stage = { readonly metric: ReturnType<typeof createStageMetric>; readonly decision: Decision }

const stage = (name: string, baseTime: number, more: Partial<Decision> = {}): Stage => ({
  metric: createStageMetric(name),
  decision: aComparison({
    verdict: 'unchanged',
    effect: 0.001,
    interval: [-0.01, 0.012],
    base: summarize([baseTime]),
    ...more,
  }),
})
const slower = { verdict: 'regression', effect: 0.1, interval: [0.09, 0.11] } as const
const faster = { verdict: 'improvement', effect: -0.04, interval: [-0.05, -0.028] } as const
const open = { verdict: 'inconclusive', effect: 0.05, interval: [-0.1, 0.2] } as const
const total = { base: summarize([100]), interval: [-0.04, 0.06] } as const

describe('what stages imply for an open run', () => {
  it('weighs a changed stage by its share of the time', () => {
    expect(describeImpliedTotal([stage('encode', 30, slower), stage('merge', 60)], total)).toBe(
      'encode (+10.0 %) implies +3.0 % of the total (+2.7 % to +3.3 %)',
    )
  })

  it('joins several, the largest part first, and names what is undecided', () => {
    const stages = [stage('read', 25, faster), stage('encode', 30, slower), stage('merge', 20, open)]
    expect(describeImpliedTotal(stages, total)).toBe(
      'encode (+10.0 %), read (-4.0 %) imply +2.0 % of the total (+1.4 % to +2.6 %), without the inconclusive stages (20.0 % of its time)',
    )
  })

  it('counts the stages that are not named', () => {
    const stages = ['a', 'b', 'c', 'd', 'e'].map((name, index) => stage(name, 10 + index, slower))
    expect(describeImpliedTotal(stages, total)).toMatch(
      /^e \(\+10\.0 %\), d \(\+10\.0 %\), c \(\+10\.0 %\) and 2 more imply /,
    )
  })

  it('says when the total contradicts it', () => {
    const contradicted = { ...total, interval: [-0.01, 0.01] } as const
    expect(describeImpliedTotal([stage('encode', 90, slower)], contradicted)).toMatch(
      /; the total does not confirm it$/,
    )
    const unknown = describeImpliedTotal([stage('encode', 90, slower)], { ...total, interval: null })
    expect(unknown).not.toContain('does not confirm')
  })

  it.each([
    ['no stage changed', [stage('encode', 30), stage('merge', 60, open)], total],
    ['there are no stages', [], total],
    ['stages ran at the same time', [stage('encode', 80, slower), stage('read', 80)], total],
    ['the total has no time', [stage('encode', 30, slower)], { base: null, interval: null }],
    ['a time is not known (W50)', [stage('encode', 30, { ...slower, base: null })], total],
    ['a changed stage has no effect', [stage('encode', 30, { ...slower, effect: null })], total],
  ])('implies nothing where %s', (_, stages, whole) => {
    expect(describeImpliedTotal(stages, whole)).toBeNull()
  })
})

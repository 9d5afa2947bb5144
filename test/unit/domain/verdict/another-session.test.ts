import { describe, expect, it } from 'vitest'
import { withoutOtherSessionGain } from '../../../../src/domain/verdict/another-session.ts'
import { toComparisons, judgeComparisons } from '../../../../src/domain/verdict/judged-comparison.ts'
import { createPlan } from '../../../../src/domain/plan/plan.ts'
import { nothingKnown } from '../../../../src/domain/plan/prior-knowledge.ts'
import { controlWatched } from '../../../../src/domain/verdict/watched-metrics.ts'
import { aCase, aStage, aTrial } from '../../a-run.ts'

describe('a base of another session', () => {
  it.each([
    [false, 'improvement', 'inconclusive'],
    [true, 'improvement', 'improvement'],
    [false, 'regression', 'regression'],
    [false, 'unchanged', 'unchanged'],
  ] as const)('with a gate: %s, an answer of %s is shown as %s', (isGate, verdict, shown) => {
    const item = withoutOtherSessionGain({ isGate, verdict, reason: 'half as long' })
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
      const rows = controlWatched(judgeComparisons(plan, trials, nothingKnown)).flatMap((item) =>
        toComparisons(item, 'base', {}),
      )
      return rows.find(({ metric }) => metric === 'stage:ESM-2')!.verdict
    }
    expect([verdictFor('run-1'), verdictFor(null)]).toEqual(['inconclusive', 'improvement'])
  })
})

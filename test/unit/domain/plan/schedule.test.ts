import { describe, expect, it } from 'vitest'
import { chooseNextTrial, countMaxTrials, countPlannedTrials } from '../../../../src/domain/plan/schedule.ts'
import { createPlan, type PlannedCase } from '../../../../src/domain/plan/plan.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { aCase, aTrial } from '../../a-run.ts'

function order(cases: readonly PlannedCase[], failing: readonly string[] = []): string[] {
  const trials: Trial[] = []
  const names: string[] = []
  for (let next = chooseNextTrial(createPlan(cases), trials); next; next = chooseNextTrial(createPlan(cases), trials)) {
    names.push(`${next.planned.id}${next.isWarmup ? ' warm-up' : ''}`)
    const failure = failing.includes(next.planned.id) ? ({ kind: 'exit-code', detail: 'exit code 1' } as const) : null
    trials.push(aTrial({ caseId: next.planned.id, index: next.index, isWarmup: next.isWarmup, failure }))
    if (names.length > 100) throw new Error('the schedule does not end')
  }
  return names
}

describe('chooseNextTrial', () => {
  it('interleaves the cases of a group A B B A, so that a drift of the machine hits both sides (W12)', () => {
    const cases = [aCase({ id: 'A', warmups: 0, repeats: 4 }), aCase({ id: 'B', warmups: 0, repeats: 4 })]
    expect(order(cases).join('')).toBe('ABBAABBA')
  })

  it('warms every case up before its first counted trial (W12, X-18)', () => {
    const cases = [aCase({ id: 'A', warmups: 1, repeats: 1 }), aCase({ id: 'B', warmups: 1, repeats: 1 })]
    expect(order(cases)).toEqual(['A warm-up', 'B warm-up', 'A', 'B'])
  })

  it('finishes one group before the next', () => {
    const cases = [
      aCase({ id: 'A', repeats: 1, warmups: 0 }),
      aCase({ id: 'C', repeats: 1, warmups: 0, interleaveGroup: 'other' }),
      aCase({ id: 'B', repeats: 1, warmups: 0 }),
    ]
    expect(order(cases)).toEqual(['A', 'B', 'C'])
  })

  it('stops spending time on a case that failed twice running, and goes on with the others', () => {
    const cases = [aCase({ id: 'A', warmups: 0, repeats: 3 }), aCase({ id: 'B', warmups: 0, repeats: 3 })]
    expect(order(cases, ['A'])).toEqual(['A', 'A', 'B', 'B', 'B'])
  })

  it('goes on where an interrupted run stopped', () => {
    const cases = [aCase({ id: 'A', warmups: 0, repeats: 2 }), aCase({ id: 'B', warmups: 0, repeats: 2 })]
    const trials = [
      aTrial({ caseId: 'A', index: 0 }),
      aTrial({ caseId: 'B', index: 0 }),
      aTrial({ caseId: 'B', index: 1 }),
    ]
    expect(chooseNextTrial(createPlan(cases), trials)).toMatchObject({ planned: { id: 'A' }, index: 1 })
  })

  it('makes a contaminated run again, within the budget of the case', () => {
    const planned = aCase({ id: 'A', warmups: 1, repeats: 2, maxReruns: 1 })
    const contaminated = (index: number) => aTrial({ caseId: 'A', index, contamination: ['throttled'] })
    const warmup = { ...contaminated(0), isWarmup: true }
    expect(chooseNextTrial(createPlan([planned]), [warmup, contaminated(1)])).toMatchObject({
      index: 2,
      isWarmup: false,
    })
    expect(
      chooseNextTrial(createPlan([planned]), [warmup, contaminated(1), aTrial({ caseId: 'A', index: 2 })]),
    ).toMatchObject({
      index: 3,
    })
    expect(
      chooseNextTrial(createPlan([planned]), [warmup, contaminated(1), contaminated(2), contaminated(3)]),
    ).toBeNull()
    expect(
      chooseNextTrial(createPlan([planned]), [warmup, aTrial({ caseId: 'A' }), aTrial({ caseId: 'A' })]),
    ).toBeNull()
  })

  it('does not give a case up for failures of an unfit machine', () => {
    const planned = aCase({ id: 'A', warmups: 0, repeats: 3, maxReruns: 2 })
    const failure = { kind: 'exit-code', detail: 'exit code 1' } as const
    const lost = (index: number) => aTrial({ caseId: 'A', index, failure, contamination: ['GPU 0 was lost'] })
    expect(chooseNextTrial(createPlan([planned]), [lost(0), lost(1)])).toMatchObject({ index: 2 })
  })

  it('counts the most trials that comparisons and ladders may take', () => {
    const cases = ['A', 'B', 'C', 'D'].map((id) => aCase({ id, warmups: 1, repeats: 3 }))
    const rules = { minEffect: 0.03, mayWiden: false, gate: ['wall_time'], maxRepeats: 8, isScreened: false }
    const pair = { head: 'A', base: 'B', ...rules }
    const ladder = { cases: ['C'], metric: 'wall_time', factor: 2, finalists: 1, maxRepeats: 6, gpuMinutes: null }
    const plan = { ...createPlan(cases), comparisons: [pair], ladders: [ladder] }
    expect([countPlannedTrials(plan), countMaxTrials(plan)]).toEqual([16, 9 + 9 + 7 + 4])
    const screened = { ...plan, comparisons: [{ ...pair, isScreened: true }] }
    expect(countMaxTrials(screened)).toBe(9 + 3 + 9 + 7 + 4)
  })

  it('counts warm-ups as planned executions', () => {
    expect(countPlannedTrials(createPlan([aCase({ warmups: 2, repeats: 3 }), aCase({ warmups: 0, repeats: 1 })]))).toBe(
      6,
    )
  })
})

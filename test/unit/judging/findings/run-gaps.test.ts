import { listLostRuns, listGaps, listHeadDoubts } from '../../../../src/judging/findings/gaps.ts'
import { expect, it } from 'vitest'
import { createPlan } from '../../../../src/domain/plan/plan.ts'
import { aTrial, measured, aCase, aRecord } from '../../a-run.ts'

/** One run that counts, beside two that crashed. */
function flaky(revision: string) {
  const outcome = measured({ seconds: [10], revision })
  const crash = aTrial({ exitCode: 3, failure: { kind: 'exit-code', detail: 'exit code 3; last output:\nno memory' } })
  return { ...outcome, failures: [crash, crash] } as typeof outcome
}

it('tells why so few runs of a reference count, as a caution that doubts nothing of the head', () => {
  const outcome = flaky('merge-base')
  const reason = '2 runs failed (exit-code: exit code 3; last output: no memory); 1 run counts'
  expect(listGaps(createPlan([outcome.planned]), [outcome])).toEqual([
    { kind: 'caution', subject: outcome.planned.id, reason },
  ])
  expect(listLostRuns(outcome, aRecord())).toEqual([])
})

it('leaves the failed runs of a head to the verdict, which they keep from passing', () => {
  const outcome = flaky('head')
  expect(listGaps(createPlan([outcome.planned]), [outcome])).toEqual([])
  expect(listLostRuns(outcome, aRecord())).toEqual([
    `${outcome.planned.id}: 2 runs failed (exit-code: exit code 3; last output: no memory); 1 run counts`,
  ])
})

it('doubts a head whose run was cut off, with the reason where one is known', () => {
  const doubts = (changes: object) => listHeadDoubts(aRecord({ plan: createPlan([]), trials: [], ...changes }))
  expect(doubts({ status: 'finished', statusDetail: 'done' })).toEqual([])
  expect(doubts({ status: 'interrupted', statusDetail: null })).toEqual(['the run was interrupted'])
  expect(doubts({ status: 'interrupted', statusDetail: 'SIGTERM' })).toEqual(['SIGTERM'])
  const failure = { kind: 'exit-code', detail: 'exit code 3' } as const
  const plan = createPlan(['head', 'merge-base'].map((revision) => aCase({ id: revision, revision })))
  const trials = ['head', 'merge-base'].flatMap((caseId) => [aTrial({ caseId }), aTrial({ caseId, index: 1, failure })])
  expect(doubts({ status: 'finished', plan, trials })).toEqual([
    'head: 2 of 3 planned runs were recorded',
    'head: 1 run failed (exit-code: exit code 3); 1 run counts',
  ])
})

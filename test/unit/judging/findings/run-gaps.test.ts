import { expect, it } from 'vitest'
import { createPlan } from '../../../../src/domain/plan/plan.ts'
import { listFailedRuns, listGaps } from '../../../../src/judging/findings/gaps.ts'
import { aTrial, measured } from '../../a-run.ts'

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
  expect(listFailedRuns(outcome)).toEqual([])
})

it('leaves the failed runs of a head to the verdict, which they keep from passing', () => {
  const outcome = flaky('head')
  expect(listGaps(createPlan([outcome.planned]), [outcome])).toEqual([])
  expect(listFailedRuns(outcome)).toEqual([
    `${outcome.planned.id}: 2 runs failed (exit-code: exit code 3; last output: no memory); 1 run counts`,
  ])
})

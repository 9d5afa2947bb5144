import { expect, it } from 'vitest'
import type { RunContext } from '../../../../src/domain/core/run-context.ts'
import { refuseForkCode } from '../../../../src/judging/plan/refuse-run.ts'

const careful = { mayMeasureForks: true, hasToken: false, secretsAtHand: [] }
const ofFork = { event: 'pull_request', trust: 'stranger', pullRequest: 7, measuredBy: null }
const refuse =
  (context: object, policy: object = {}) =>
  () =>
    refuseForkCode({ ...ofFork, ...context } as RunContext, { ...careful, ...policy })
const after = (event: string, headBranch = 'main') => ({
  event: 'workflow_run',
  trust: 'owner',
  measuredBy: { event, headBranch },
})

it.each([
  [{}, { mayMeasureForks: false }, 'pull request 7 comes from a fork; its code does not run on this machine'],
  [{}, { hasToken: true }, 'this job runs code of a fork and has a token'],
  [{}, { secretsAtHand: ['GH_TOKEN'] }, 'could read a secret: GH_TOKEN'],
  [{ event: 'pull_request_target' }, {}, 'pull_request_target jobs have the secrets of this repository'],
  [after('pull_request'), {}, 'workflow_run jobs have the secrets'],
  [after('merge_group'), {}, 'workflow_run jobs have the secrets'],
  [after('push', 'pull-request/7'), {}, 'workflow_run jobs have the secrets'],
])('refuses %j with %j', (context, policy, message) => {
  expect(refuse(context, policy)).toThrow(message)
})

it.each([
  [{}, {}],
  [{ trust: 'owner' }, { mayMeasureForks: false, hasToken: true, secretsAtHand: ['GH_TOKEN'] }],
  [{ event: 'pull_request_target', trust: 'owner' }, {}],
  [after('push'), {}],
  [{ ...after('push'), measuredBy: null }, {}],
])('lets %j with %j run', (context, policy) => {
  expect(refuse(context, policy)).not.toThrow()
})

import { expect, it } from 'vitest'
import {
  checkRunEvent,
  mergeGroupEvent,
  pullRequestEvent,
  pullRequestReviewEvent,
  pushEvent,
  workflowDispatchEvent,
  workflowRunEvent,
} from '../fakes/events.ts'
import { readWebhook } from '../fakes/github-server/description.ts'
import { createSchemaValidator } from '../fakes/github-server/schema-validator.ts'

const repository = { owner: 'acme', name: 'pipeline' }
const sha = 'a'.repeat(40)
const base = 'b'.repeat(40)
const event = pullRequestEvent({ repository, number: 7, headSha: sha, baseSha: base })

it('event payloads are right by the description of GitHub', () => {
  const payloads = [
    ['pull-request-opened', event],
    [
      'pull-request-synchronize',
      pullRequestEvent({ repository, number: 7, headSha: sha, baseSha: base, isFork: true, action: 'synchronize' }),
    ],
    [
      'pull-request-review-submitted',
      pullRequestReviewEvent({ repository, number: 7, headSha: sha, baseSha: base, isFork: true }),
    ],
    ['workflow-run-completed', workflowRunEvent({ repository, headSha: sha, number: 7 })],
    ['workflow-run-completed', workflowRunEvent({ repository, headSha: sha, isFork: true })],
    ['push', pushEvent({ repository, after: sha })],
    ['merge-group-checks-requested', mergeGroupEvent({ repository, number: 7, headSha: sha, baseSha: base })],
    ['check-run-rerequested', checkRunEvent({ repository, headSha: sha, pull: { number: 7, baseSha: base } })],
    ['workflow-dispatch', workflowDispatchEvent({ repository, inputs: { suite: 'scaling' } })],
  ] as const
  for (const [webhook, payload] of payloads) {
    const schema = readWebhook(webhook)
    expect(createSchemaValidator([schema])(schema, payload)).toEqual([])
  }
})

import { expect, it } from 'vitest'
import type { ActionStep } from '../../../src/action/action-step.ts'
import { cleanUp } from '../../../src/wiring/action-post.ts'

/** The warnings of the post step of a pull request event. */
async function warn(payload: object): Promise<string[]> {
  const said: string[] = []
  const runner = new Proxy(
    {},
    { get: (_runner, name) => (text: string) => (name === 'warning' && said.push(text), '') },
  )
  const event = { eventName: 'pull_request', ref: '', sha: 'a'.repeat(40), serverUrl: '', runId: 1, payload }
  const env = { RUNNER_TEMP: '/nowhere', GITHUB_EVENT_NAME: 'pull_request', GITHUB_REPOSITORY: 'owner/name' }
  await cleanUp({ env, cwd: () => '/', event, runner } as unknown as ActionStep)
  return said
}

it('the post step warns of an event that it cannot read, and says nothing after an edited title', async () => {
  expect(await warn({})).toEqual(['the event has no pull_request'])
  expect(await warn({ action: 'edited', pull_request: { number: 1, head: {} } })).toEqual([])
})

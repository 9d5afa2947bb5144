import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ActionRun } from '../fakes/actions-runner.ts'
import { pullRequestEvent, pushEvent, workflowDispatchEvent, workflowRunEvent } from '../fakes/events.ts'
import { place, startEventful, type Eventful, type Occasion } from './eventful.ts'
import { pullNumber, writeToken } from './scenario.ts'

let eventful: Eventful
let base: string
beforeAll(async () => {
  eventful = await startEventful()
  base = eventful.scenario.baseCommit
  const event = pullRequestEvent({ repository: place, number: pullNumber, headSha: eventful.head, baseSha: base })
  const measured = { 'run-folder': eventful.folder('measured') }
  await eventful.act({ eventName: 'pull_request', event, clone: eventful.head, inputs: measured })
  const ofMain = { 'run-folder': eventful.folder('of-main'), mode: 'check' }
  await eventful.act({ ...onMain(), clone: base, inputs: ofMain })
})
afterAll(async () => await eventful[Symbol.asyncDispose]())
beforeEach(() => eventful.forget())

const said = (run: ActionRun): string => `${run.conclusion} ${run.annotations.map(({ message }) => message).join('\n')}`

function onMain(inputs: Occasion['inputs'] = {}): Occasion {
  const env = { GITHUB_SHA: base, GITHUB_REF: 'refs/heads/main' }
  return { eventName: 'push', event: pushEvent({ repository: place, after: base }), env, inputs }
}

const occasions: Readonly<Record<string, (token: string) => Occasion>> = {
  check: (token) => ({
    eventName: 'pull_request',
    event: pullRequestEvent({ repository: place, number: pullNumber, headSha: eventful.head, baseSha: base }),
    clone: eventful.head,
    inputs: { token },
  }),
  publish: (token) => ({
    eventName: 'workflow_run',
    event: workflowRunEvent({ repository: place, headSha: eventful.head, number: pullNumber }),
    inputs: { token, 'run-folder': eventful.folder('measured') },
  }),
  record: (token) => onMain({ token, mode: 'record', measured: 'true', 'run-folder': eventful.folder('of-main') }),
  refresh: (token) => ({
    ...onMain({ token, mode: 'refresh', 'run-folder': eventful.folder('of-main') }),
    eventName: 'workflow_dispatch',
    event: workflowDispatchEvent({ repository: place }),
  }),
}

describe('a token that lacks a permission: GitHub answers 403, and the user reads which one to add', () => {
  it.each([
    ['check', 'no-checks', 'failure', 'permissions: checks: write'],
    ['check', 'no-pulls', 'success', 'permissions: pull-requests: write'],
    ['publish', 'no-checks', 'failure', 'permissions: checks: write'],
    ['publish', 'no-pulls', 'success', 'permissions: pull-requests: write'],
    ['record', 'no-contents', 'failure', 'permissions: contents: write'],
    ['record', 'no-checks', 'failure', 'permissions: checks: write'],
    ['refresh', 'no-contents', 'failure', 'permissions: contents: write'],
    ['refresh', 'tok-contents-alone', 'failure', 'permissions: pull-requests: write'],
  ] as const)('%s with %s: %s, %s', async (mode, token, conclusion, permission) => {
    const { requests } = eventful.scenario.server
    const before = requests.length
    const run = await eventful.act(occasions[mode]!(token))
    expect(requests.slice(before).some(({ status }) => status === 403)).toBe(true)
    expect(said(run)).toMatch(new RegExp(`^${conclusion} `))
    expect(said(run)).toContain(permission)
    expect(said(run)).not.toContain('This is a bug of warpgauge')
    // What could be written was written, and what could not is not left half done.
    expect(eventful.checks().filter(({ status }) => status !== 'completed')).toEqual([])
  })

  it('a comment that may not be written costs neither the check nor the verdict', async () => {
    const run = await eventful.act(occasions['publish']!('no-pulls'))
    expect(run.outputs).toMatchObject({ verdict: 'pass', 'comment-url': '' })
    expect(eventful.checks()).toMatchObject([{ headSha: eventful.head, conclusion: 'success' }])
    expect(run.summary).toContain('stand-in')
  })

  it('with all of them nothing is missing', async () => {
    for (const mode of ['check', 'publish'])
      expect(said(await eventful.act(occasions[mode]!(writeToken)))).not.toContain('permissions:')
  })
})

it('asks GitHub nothing that its description does not know', () => {
  expect(eventful.scenario.server.violations).toEqual([])
})

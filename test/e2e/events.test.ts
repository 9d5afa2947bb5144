import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ActionRun } from '../fakes/actions-runner.ts'
import {
  checkRunEvent,
  issueCommentEvent,
  mergeGroupEvent,
  pullRequestReviewEvent,
  pushEvent,
  queueBranchName,
  scheduleEvent,
  workflowDispatchEvent,
  workflowRunEvent,
} from '../fakes/events.ts'
import { createPull } from '../fakes/github-server/state.ts'
import { place, recordToken, startEventful, type Eventful, type Occasion } from './eventful.ts'
import { recordIn } from './run-check.ts'
import { pullNumber, writeToken } from './scenario.ts'
import { repositoryOf } from './stand-in.ts'

let eventful: Eventful
let base: string
beforeAll(async () => {
  eventful = await startEventful()
  base = eventful.scenario.baseCommit
})
afterAll(async () => {
  await eventful[Symbol.asyncDispose]()
})
beforeEach(() => eventful.forget())

const strict = { config: '.github/strict.yml' }
const said = (run: ActionRun): string => `${run.conclusion} ${run.annotations.map(({ message }) => message).join('\n')}`

describe('merge_group', () => {
  const onGroup = (inputs: Occasion['inputs'] = {}): Occasion => ({
    eventName: 'merge_group',
    event: mergeGroupEvent({
      repository: place,
      number: pullNumber,
      headSha: eventful.group,
      baseSha: base,
    }),
    env: { GITHUB_SHA: eventful.group, GITHUB_REF: `refs/heads/${queueBranchName(pullNumber, base)}` },
    clone: eventful.group,
    inputs: { token: writeToken, ...inputs },
  })

  it('answers with a check on the head of the group, and with no comment', async () => {
    const run = await eventful.act(onGroup({ 'run-folder': eventful.folder('group') }))
    expect(said(run)).toMatch(/^success/)
    expect(eventful.checks()).toEqual([
      { name: 'warpgauge', headSha: eventful.group, status: 'completed', conclusion: 'success' },
    ])
    expect(eventful.comments()).toEqual([])
    expect(recordIn(eventful.folder('group')).yardstick).toMatchObject({ origin: 'base', commit: base })
  })

  it('judges by the rules of the base of the group, and blocks the queue', async () => {
    const run = await eventful.act(onGroup(strict))
    expect(run.conclusion).toBe('failure')
    expect(eventful.checks()).toMatchObject([{ headSha: eventful.group, conclusion: 'failure' }])
  })

  it('honours what was accepted for the head of the pull request, and not for one that was pushed later', async () => {
    eventful.accept()
    expect(said(await eventful.act(onGroup(strict)))).toMatch(
      /^success (?:(?:other programs use|pipeline\.passEnv: ).*\n)*accepted by maria/,
    )
    expect(eventful.checks()).toMatchObject([{ headSha: eventful.group, conclusion: 'neutral' }])
    const [pull] = repositoryOf(eventful.scenario).pulls
    pull!.head.sha = 'c'.repeat(40)
    expect((await eventful.act(onGroup(strict))).conclusion).toBe('failure')
    pull!.head.sha = eventful.head
  })

  it('measured without a token and published by workflow_run: honours an acceptance', async () => {
    eventful.accept()
    const runFolder = eventful.folder('group-accepted')
    await eventful.act(onGroup({ ...strict, token: '', 'run-folder': runFolder }))
    expect(eventful.checks()).toEqual([])
    const branch = { headBranch: queueBranchName(pullNumber, base), triggeredBy: 'merge_group' }
    const run = await eventful.act({
      eventName: 'workflow_run',
      event: workflowRunEvent({ repository: place, headSha: eventful.group, ...branch }),
      inputs: { ...strict, token: writeToken, 'run-folder': runFolder },
    })
    expect(said(run)).toMatch(/^success/)
    const conclusion = 'neutral'
    expect(eventful.checks()).toEqual([{ name: 'strict', headSha: eventful.group, status: 'completed', conclusion }])
    expect(eventful.comments()).toEqual([])
  })

  it('a killed run leaves no check open on the head of the group', async () => {
    const { act, scenario } = eventful
    const occasion = onGroup()
    scenario.server.failNext({ method: 'PATCH', path: /check-runs/u, answer: { kind: 'status', status: 422 } })
    await act(occasion)
    repositoryOf(scenario).checkRuns.forEach((check) =>
      Object.assign(check, { status: 'in_progress', conclusion: null }),
    )
    await act({ ...occasion, entry: 'post' })
    expect(eventful.checks()).toMatchObject([{ headSha: eventful.group, status: 'completed', conclusion: 'cancelled' }])
  })
})

describe('push to pull-request/N, as bots do that copy a pull request after a person looked at it', () => {
  const onCopy = (inputs: Occasion['inputs'] = {}): Occasion => ({
    eventName: 'push',
    event: pushEvent({ repository: place, after: eventful.head, ref: `refs/heads/pull-request/${pullNumber}` }),
    clone: eventful.head,
    inputs,
  })
  const published = (headSha: string, runFolder: string): Occasion => ({
    eventName: 'workflow_run',
    event: workflowRunEvent({
      repository: place,
      headSha,
      headBranch: `pull-request/${pullNumber}`,
      triggeredBy: 'push',
    }),
    inputs: { ...strict, token: writeToken, 'run-folder': runFolder },
  })

  it('is measured under the rules of the default branch and answered on the pull request', async () => {
    const runFolder = eventful.folder('copied')
    await eventful.act(onCopy({ ...strict, 'run-folder': runFolder }))
    const record = recordIn(runFolder)
    expect(record.yardstick).toMatchObject({ origin: 'base', commit: base })
    const run = await eventful.act(published(eventful.head, runFolder))
    expect(said(run)).toMatch(/^success/)
    expect(eventful.checks()).toMatchObject([{ headSha: eventful.head, conclusion: 'failure' }])
    expect(eventful.comments()).toMatchObject([{ issueNumber: pullNumber }])
  })

  it('in one job with a token answers with check and comment as well', async () => {
    await eventful.act(onCopy({ token: writeToken }))
    expect(eventful.checks()).toMatchObject([{ headSha: eventful.head, conclusion: 'success' }])
    expect(eventful.comments()).toMatchObject([{ issueNumber: pullNumber }])
  })

  it('T-42: a superseded run ends with a notice and says nothing on a pull request whose head is another one', async () => {
    const run = await eventful.act(published(eventful.group, eventful.folder('copied')))
    expect(said(run)).toMatch(/^success no open pull request has the head/)
    expect(eventful.comments()).toEqual([])
  })
})

describe('a check that somebody asked for once more', () => {
  type Asked = Partial<Parameters<typeof checkRunEvent>[0]>
  const asked = (event: Asked = {}): Occasion => ({
    eventName: 'check_run',
    event: checkRunEvent({
      repository: place,
      headSha: eventful.head,
      pull: { number: pullNumber, baseSha: base },
      ...event,
    }),
    env: { GITHUB_SHA: base },
    clone: base,
    inputs: { token: writeToken },
  })

  it('is measured again at its own commit, and answered there and on the pull request', async () => {
    expect(said(await eventful.act(asked()))).toMatch(/^success/)
    expect(eventful.checks()).toMatchObject([{ headSha: eventful.head, status: 'completed', conclusion: 'success' }])
    expect(eventful.comments()).toMatchObject([{ issueNumber: pullNumber }])
  })

  it.each([
    ['a type that asks for nothing', { action: 'completed' }, 'requests no run'],
    ['a commit whose pull request nobody tells', { pull: null }, 'does not name the pull request'],
  ] satisfies [string, Asked, string][])(
    'is refused for %s, before anything is asked or written',
    async (_what, event, says) => {
      const before = eventful.scenario.server.requests.length
      expect(said(await eventful.act(asked(event)))).toMatch(new RegExp(`^failure[^]*${says}`))
      expect(eventful.scenario.server.requests).toHaveLength(before)
    },
  )

  it('at the tip of the default branch is measured as that', async () => {
    const run = await eventful.act(asked({ headSha: base, pull: { number: 3, baseSha: base } }))
    expect(said(run)).toMatch(/^success/)
    expect(eventful.checks()).toMatchObject([{ headSha: base }])
  })
})

describe('further events that run at the merge commit of a pull request', () => {
  const reviewed = (isFork: boolean, eventName = 'pull_request_review'): Occasion => ({
    eventName,
    event: pullRequestReviewEvent({
      repository: place,
      number: pullNumber,
      headSha: eventful.head,
      baseSha: base,
      mergeSha: eventful.group,
      isFork,
    }),
    clone: eventful.head,
    inputs: { ...strict },
  })

  it('T-11: a review is measured under the rules of the base', async () => {
    const runFolder = eventful.folder('reviewed')
    const occasion = reviewed(false)
    const run = await eventful.act({ ...occasion, inputs: { ...strict, 'run-folder': runFolder } })
    expect(run.conclusion).toBe('failure')
    expect(recordIn(runFolder)).toMatchObject({ yardstick: { origin: 'base', commit: base } })
  })

  it.each(['pull_request_review_comment'])('T-02: %s of a fork measures nothing', async (name) => {
    const runFolder = eventful.folder(name)
    const occasion = reviewed(true, name)
    const run = await eventful.act({ ...occasion, inputs: { 'run-folder': runFolder } })
    expect(said(run)).toMatch(/^failure pull request 7 comes from a fork; its code does not run on this machine/)
    expect(existsSync(runFolder)).toBe(false)
  })

  it.each([
    ['an event that nobody knows yet', { GITHUB_REF: `refs/pull/${pullNumber}/merge` }, 'pull_request_praise'],
    ['a deployment of some commit', { GITHUB_REF: '' }, 'deployment_status'],
  ])('T-11: %s is refused, not taken for one of the default branch', async (_what, env, eventName) => {
    const event = workflowDispatchEvent({ repository: place })
    const occasion = { eventName, event, env: { GITHUB_SHA: eventful.head, ...env }, clone: eventful.head }
    const runFolder = eventful.folder(eventName)
    const run = await eventful.act({ ...occasion, inputs: { 'run-folder': runFolder } })
    expect(said(run)).toMatch(/^failure the event \w+ does not identify the author of its code/)
    expect(existsSync(runFolder)).toBe(false)
  })
})

describe('events of the default branch', () => {
  const onMain = (eventName: string, event: Occasion['event'], inputs: Occasion['inputs'] = {}): Occasion => ({
    eventName,
    event,
    env: { GITHUB_SHA: base, GITHUB_REF: 'refs/heads/main' },
    clone: base,
    inputs,
  })

  it('schedule records with a token and measures without', async () => {
    const [eventName, event] = ['schedule', scheduleEvent({ repository: place })] as const
    const recorded = await eventful.act(onMain(eventName, event, { token: recordToken }))
    expect(said(recorded)).toMatch(/^success[^]*recorded on warpgauge-data/)
    expect(eventful.checks()).toMatchObject([{ headSha: base, conclusion: 'success' }])
    const before = eventful.scenario.server.requests.length
    expect(said(await eventful.act(onMain(eventName, event)))).toMatch(/^success/)
    expect(eventful.scenario.server.requests).toHaveLength(before)
  })

  it('workflow_dispatch checks the tip, and records it when asked to', async () => {
    const event = workflowDispatchEvent({ repository: place })
    expect(said(await eventful.act(onMain('workflow_dispatch', event, { token: writeToken })))).toMatch(/^success/)
    expect(eventful.checks()).toMatchObject([{ headSha: base, conclusion: 'success' }])
    const run = await eventful.act(onMain('workflow_dispatch', event, { token: recordToken, mode: 'record' }))
    expect(said(run)).toMatch(/^success[^]*recorded on warpgauge-data/)
  })

  it('a matrix is recorded as one run, once it was joined', async () => {
    const event = pushEvent({ repository: place, after: base })
    const suites = ['end-to-end', 'scaling']
    const folders = suites.map((suite) => eventful.folder(`part-${suite}`))
    for (const [index, suite] of suites.entries())
      await eventful.act(
        onMain('push', event, {
          only: `${suite}/*`,
          mode: 'check',
          'run-folder': folders[index]!,
          config: '.github/two.yml',
        }),
      )
    const joined = { mode: 'record', measured: 'true', token: recordToken, config: '.github/two.yml' }
    const run = await eventful.act(onMain('push', event, { ...joined, 'run-folder': folders.join('\n') }))
    expect(said(run)).toMatch(/^success[^]*recorded on warpgauge-data/)
    const stored = eventful.stored().filter(({ provenance }) => provenance.configPath === '.github/two.yml')
    expect(stored).toHaveLength(1)
    expect(stored[0]?.cases.map(({ suite }) => suite).toSorted()).toEqual(['end-to-end', 'scaling'])
    const half = await eventful.act(onMain('push', event, { ...joined, 'run-folder': folders[0]! }))
    expect(half.outputs['verdict']).not.toBe('pass')
  })
})

describe('published by another job of the same workflow run', () => {
  it.each([
    ['pull_request', true],
    ['merge_group', false],
  ] as const)('%s: the check is on the commit of the event', async (eventName, hasComment) => {
    const { group, head } = eventful
    const pull = eventful.scenario.event()
    const [commit, event] = {
      pull_request: [head, pull] as const,
      merge_group: [
        group,
        mergeGroupEvent({ repository: place, number: pullNumber, headSha: group, baseSha: base }),
      ] as const,
    }[eventName]
    const runFolder = eventful.folder(`same-run-${eventName}`)
    const occasion = { eventName, event, env: { GITHUB_SHA: commit } }
    await eventful.act({ ...occasion, clone: commit, inputs: { 'run-folder': runFolder } })
    const inputs = { mode: 'publish', token: writeToken, 'run-folder': runFolder }
    const { requests } = eventful.scenario.server
    const before = requests.length
    expect(said(await eventful.act({ ...occasion, inputs }))).toMatch(/^success/)
    // `npm run bench -- --only github-requests` lists the kinds.
    // Each file of the base is a request, and so are the open pull requests with this head.
    expect(requests.length - before).toBeLessThanOrEqual(hasComment ? 15 : 8)
    expect(eventful.checks()).toMatchObject([{ headSha: commit, status: 'completed', conclusion: 'success' }])
    expect(eventful.comments()).toHaveLength(hasComment ? 1 : 0)
  })

  it('the answer is on the pull request that the event names, though another one has the same head', async () => {
    const { head, scenario } = eventful
    const state = repositoryOf(scenario)
    const [own] = state.pulls
    const again = { number: pullNumber + 2, updatedAt: '2027-01-01T00:00:00Z', head: own!.head, base: own!.base }
    state.pulls.push(createPull(state, again))
    const runFolder = eventful.folder('same-head')
    const pull = { eventName: 'pull_request', event: scenario.event(), env: { GITHUB_SHA: head } }
    const inputs = { mode: 'publish', token: writeToken, 'run-folder': runFolder }
    const finished = (number: number): Occasion => ({
      eventName: 'workflow_run',
      event: workflowRunEvent({ repository: place, headSha: head, number }),
      inputs,
    })
    await eventful.act({ ...pull, clone: head, inputs: { 'run-folder': runFolder } })
    await eventful.act({ ...pull, inputs })
    expect(eventful.comments()).toMatchObject([{ issueNumber: pullNumber }])
    eventful.forget()
    await eventful.act(finished(pullNumber))
    expect(eventful.comments()).toMatchObject([{ issueNumber: pullNumber }])
    eventful.forget()
    own!.state = 'closed'
    await eventful.act(finished(pullNumber))
    own!.state = 'open'
    state.pulls.pop()
    expect(eventful.comments()).toMatchObject([{ issueNumber: pullNumber + 2 }])
  })

  it('a comment has no code that could have been measured', async () => {
    const event = issueCommentEvent({ repository: place, issue: pullNumber, comment: { id: 1, body: 'x' } })
    const inputs = { mode: 'publish', token: writeToken, 'run-folder': eventful.folder('none') }
    expect(said(await eventful.act({ eventName: 'issue_comment', event, inputs }))).toContain(
      'publish needs an event with code',
    )
  })
})

it('outside of a workflow nothing is measured', () => {
  const action = fileURLToPath(new URL('../../dist/index.js', import.meta.url))
  const env = { PATH: process.env['PATH'] }
  const { status, stdout } = spawnSync(process.execPath, [action], { cwd: tmpdir(), env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stdout).toMatch(/^::error::GITHUB_EVENT_NAME is not set, .*%0AOutside of GitHub, .* `warpgauge run`/)
})

it('asks GitHub nothing that its description does not know', () => {
  expect(eventful.scenario.server.violations).toEqual([])
})

import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ActionRun } from '../fakes/actions-runner.ts'
import { pullRequestEvent, workflowRunEvent, type WorkflowRunEventOptions } from '../fakes/events.ts'
import { gitEnvironment, gitWith } from '../fakes/git.ts'
import { createPull, type PullState } from '../fakes/github-server/state.ts'
import { place, startEventful, type Eventful } from './eventful.ts'
import { pullNumber, writeToken } from './scenario.ts'
import { repositoryOf } from './stand-in.ts'

// docs/gate.md: which situation ends in which conclusion. On the default branch `strict.yml` fails everything; on the
// branch `old` it fails nothing.

const otherPull = 9
const strict = { config: '.github/strict.yml' }
let eventful: Eventful
/** Head of both pull requests. */
let head: string
/** Run folders of the same head for each of them, by number. */
let measured: Readonly<Record<number, string>>
let own: PullState
let other: PullState

beforeAll(async () => {
  eventful = await startEventful()
  const { scenario } = eventful
  // An ancestor of the head whose rules are those that the head would like to have.
  const old = eventful.head
  head = scenario.push('One more change', { 'NOTES.md': 'nothing that runs\n' })
  gitWith(gitEnvironment(scenario.folder))(join(scenario.folder, 'hub.git'), 'update-ref', 'refs/heads/old', old)
  const state = repositoryOf(scenario)
  own = state.pulls[0]!
  other = createPull(state, { number: otherPull, head: own.head, base: { sha: old, ref: 'old' } })
  state.pulls.push(other)
  measured = { [pullNumber]: eventful.folder('strict'), [otherPull]: eventful.folder('lenient') }
  for (const [number, baseSha] of [
    [pullNumber, scenario.baseCommit],
    [otherPull, old],
  ] as const)
    await measure(number, baseSha, { 'run-folder': measured[number]! })
})
afterAll(async () => {
  await eventful[Symbol.asyncDispose]()
})
beforeEach(() => {
  eventful.forget()
  own.state = 'open'
  other.state = 'open'
})

async function measure(
  number: number,
  baseSha: string,
  inputs: Readonly<Record<string, string>>,
  run = 1,
): Promise<ActionRun> {
  const baseRef = number === otherPull ? 'old' : 'main'
  const event = pullRequestEvent({ repository: place, number, headSha: head, baseSha, baseRef })
  const env = { GITHUB_SHA: head, GITHUB_RUN_ID: String(run) }
  return await eventful.act({ eventName: 'pull_request', event, env, clone: head, inputs: { ...strict, ...inputs } })
}

/** A workflow_run job publishes what was measured for a pull request. */
async function publish(
  number: number,
  run: number,
  event: Partial<WorkflowRunEventOptions> & { readonly runFolder?: string } = {},
): Promise<ActionRun> {
  const { runFolder = measured[number] ?? '', ...told } = event
  return await eventful.act({
    eventName: 'workflow_run',
    event: workflowRunEvent({ repository: place, headSha: head, number, ...told }),
    env: { GITHUB_RUN_ID: String(run) },
    inputs: { ...strict, token: writeToken, 'run-folder': runFolder },
  })
}

const conclusions = () => eventful.checks().map(({ conclusion }) => conclusion)
const summary = () => repositoryOf(eventful.scenario).checkRuns[0]?.summary ?? ''

describe('two pull requests with one head', () => {
  it('T-39: the second does not pass against an old branch with weaker rules, in one job with a token', async () => {
    await publish(pullNumber, 1)
    const inputs = { token: writeToken, 'run-folder': eventful.folder('one-job') }
    const run = await measure(otherPull, other.base.sha, inputs, 2)
    expect(run.outputs).toMatchObject({ verdict: 'pass', conclusion: 'failure' })
    expect(run.stdout).toContain(`The check shows: pull request #${pullNumber} into \`main\` has the same head commit.`)
    expect(conclusions()).toEqual(['failure'])
  })

  it('T-39: blocks nobody any more when the first is closed and the second is run again', async () => {
    await publish(otherPull, 1)
    // The first one is open, and not measured yet.
    expect(conclusions()).toEqual(['failure'])
    await publish(pullNumber, 2)
    expect(conclusions()).toEqual(['failure'])
    own.state = 'closed'
    await publish(otherPull, 3)
    expect(conclusions()).toEqual(['success'])
  })
})

describe('a measurement that GitHub calls cancelled or timed out', () => {
  const lost = () => {
    const folder = eventful.folder('lost')
    rmSync(folder, { recursive: true, force: true })
    return folder
  }

  it.each([
    ['cancelled', 'cancelled'],
    ['timed_out', 'timed_out'],
    ['failure', 'failure'],
  ] as const)('T-38: %s without a run folder ends as %s', async (conclusion, expected) => {
    await publish(pullNumber, 1, { conclusion, runFolder: lost() })
    expect(conclusions()).toEqual([expected])
  })

  it.each(['cancelled', 'timed_out'] as const)(
    'T-38: %s leaves the failed check of an earlier run',
    async (conclusion) => {
      await publish(pullNumber, 1)
      const before = summary()
      const run = await publish(pullNumber, 2, { conclusion, runFolder: lost() })
      expect(run.conclusion).toBe('failure')
      expect(conclusions()).toEqual(['failure'])
      expect(summary()).toBe(before)
    },
  )

  it('T-38: a run folder that is not finished never passes, whatever the workflow says', async () => {
    const folder = eventful.folder('cut')
    cpSync(measured[otherPull]!, folder, { recursive: true })
    const record = join(folder, 'run.json')
    const finished = readFileSync(record, 'utf8')
    writeFileSync(record, finished.replace(/"status": ?"finished"/u, '"status":"interrupted"'))
    await publish(otherPull, 1, { runFolder: folder })
    expect(conclusions()).toEqual(['cancelled'])
    await publish(otherPull, 2, { runFolder: folder, conclusion: 'timed_out' })
    expect(conclusions()).toEqual(['timed_out'])
  })
})

it('T-42: a run of a head that was replaced meanwhile ends with a notice, and writes no comment', async () => {
  own.head.sha = 'c'.repeat(40)
  other.state = 'closed'
  const run = await publish(pullNumber, 1)
  own.head.sha = head
  expect([run.conclusion, conclusions(), eventful.comments()]).toEqual(['success', ['cancelled'], []])
  expect(run.annotations).toMatchObject([{ level: 'notice' }])
})

it('asks GitHub nothing that its description does not know', () => {
  expect(eventful.scenario.server.violations).toEqual([])
})

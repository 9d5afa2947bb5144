import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueCommentEvent, pushEvent, releaseEvent, scheduleEvent, workflowDispatchEvent } from '../fakes/events.ts'
import { maria } from '../e2e/commanded.ts'
import { place } from '../e2e/eventful.ts'
import {
  edited,
  inOne,
  inTwo,
  linesOf,
  onRunners,
  openGateSite,
  severalRunners,
  twoFiles,
  type GateSite,
  type PullOccasion,
} from '../e2e/gate-site.ts'
import { pullNumber } from '../e2e/scenario.ts'
import type { Happening } from '../e2e/workflow-site.ts'

// Which jobs of the shipped workflows every event starts, by GitHub's own evaluator. The Action does not run here: every
// step succeeds. test/e2e/gate-*.test.ts run one of each kind.

let site: GateSite
beforeAll(async () => {
  const matrix = JSON.stringify({ include: [{ name: 'host', 'runs-on': ['self-hosted'], only: '*' }] })
  site = await openGateSite([], {
    answer: ({ mode }) => ({
      outcome: 'success',
      outputs: mode === 'plan' ? { measure: 'true', matrix } : { verdict: 'pass', conclusion: 'success' },
    }),
  })
})
afterAll(async () => await site[Symbol.asyncDispose]())
beforeEach(() => site.forget())

async function start(happening: Omit<Happening, 'commit'> & { readonly commit?: string }, installed: string[]) {
  const runs = await site.happen({ commit: site.scenario.baseCommit, ...happening }, installed)
  return { runs, jobs: linesOf(runs) }
}

describe('pull_request, same repository', () => {
  it.each([
    ['opened', ['pull-request'], {}, inOne],
    ['synchronize', ['pull-request'], { action: 'synchronize' }, inOne],
    ['reopened', ['pull-request'], { action: 'reopened' }, inOne],
    ['edited with another base', ['pull-request'], edited, inOne],
    ['opened', twoFiles, {}, inTwo],
    ['edited with another base', twoFiles, edited, inTwo],
    ['opened', severalRunners, {}, onRunners],
    ['edited with another base', severalRunners, edited, onRunners],
  ] satisfies [string, string[], PullOccasion, string[]][])('%s, by %s', async (_what, installed, occasion, jobs) => {
    expect((await start(site.pullRequest(occasion), installed)).jobs).toEqual(jobs)
  })

  it.each([
    [
      ['pull-request'],
      [
        'pull-request: plan skipped',
        'pull-request: measure skipped',
        'pull-request: publish skipped',
        'pull-request: nothing to measure skipped',
      ],
    ],
    [
      twoFiles,
      [
        'publish (requested): publish success',
        'measure: plan skipped',
        'measure: measure skipped',
        'publish (completed): publish skipped',
      ],
    ],
    [
      severalRunners,
      [
        'matrix-publish (requested): publish success',
        'matrix: plan skipped',
        'matrix: measure  skipped',
        'matrix: nothing to measure skipped',
        'matrix-publish (completed): publish skipped',
      ],
    ],
  ])(
    'edited in its title alone, by %s measures nothing, in a concurrency group of its own',
    async (installed, jobs) => {
      const started = await start(site.pullRequest({ action: 'edited' }), installed)
      expect(started.jobs).toEqual(jobs)
      const { runs } = started
      const groups = runs.map(({ concurrencyGroup }) => concurrencyGroup)
      expect(groups.filter((group) => group.endsWith(`-${pullNumber}`))).toEqual([])
    },
  )
})

describe('pull_request, fork', () => {
  beforeEach(() => site.forget(true))

  it('by measure.yml: in the environment that asks for a review', async () => {
    const started = await start(site.pullRequest({ isFork: true }), twoFiles)
    expect(started.jobs).toEqual(inTwo)
    const { runs } = started
    const [measured] = runs.flatMap((run) => run.jobs.filter(({ job }) => job === 'measure'))
    expect(measured?.environment).toBe('warpgauge-forks')
  })

  it('by pull-request.yml: nothing runs', async () => {
    const jobs = ['plan', 'measure', 'publish', 'warpgauge verdict'].map((job) => `pull-request: ${job} skipped`)
    expect((await start(site.pullRequest({ isFork: true }), ['pull-request'])).jobs).toEqual(jobs)
  })

  it.each([
    [twoFiles, 'publish'],
    [severalRunners, 'matrix-publish'],
  ])('waits for approval: %s publish nothing yet', async (installed, publisher) => {
    const happening = { ...site.pullRequest({ isFork: true }), isWaitingForApproval: true }
    expect((await start(happening, installed)).jobs).toEqual([
      `${publisher} (requested): publish success`,
      `${publisher} (completed): publish skipped`,
    ])
  })
})

describe('merge_group with the pull request of a fork', () => {
  beforeEach(() => site.forget(true))

  it.each([
    [['pull-request'], inOne],
    [twoFiles, inTwo],
    [severalRunners, onRunners],
  ])('T-40: by %s: no review is asked for', async (installed, jobs) => {
    const started = await start(site.mergeGroup(), installed)
    expect(started.jobs).toEqual(jobs)
    const { runs } = started
    const environments = runs.flatMap((run) => run.jobs.map(({ environment }) => environment))
    expect(environments).not.toContain('warpgauge-forks')
  })
})

describe('the default branch', () => {
  const occasions = {
    push: () => ({ name: 'push', payload: pushEvent({ repository: place, after: site.scenario.baseCommit }) }),
    schedule: () => ({ name: 'schedule', payload: scheduleEvent({ repository: place }) }),
    workflow_dispatch: () => ({ name: 'workflow_dispatch', payload: workflowDispatchEvent({ repository: place }) }),
    release: () => ({
      name: 'release',
      payload: releaseEvent({ repository: place, tag: 'v1' }),
      ref: 'refs/tags/v1',
    }),
  }
  const jobsBy = {
    tracking: ['tracking: measure success', 'tracking: record success'],
    production: [
      'production: measure success',
      'production: publish success',
      'production: production verdict success',
    ],
    refresh: ['refresh: measure success', 'refresh: refresh success'],
  }

  it.each([
    ['push', 'tracking'],
    ['schedule', 'tracking'],
    ['workflow_dispatch', 'tracking'],
    ['schedule', 'production'],
    ['release', 'production'],
    ['workflow_dispatch', 'production'],
    ['release', 'refresh'],
    ['workflow_dispatch', 'refresh'],
  ] as const)('%s, by %s.yml', async (name, workflow) => {
    expect((await start(occasions[name](), [workflow])).jobs).toEqual(jobsBy[workflow])
  })

  it('push to another branch starts no tracking', async () => {
    const payload = pushEvent({ repository: place, after: site.head, ref: 'refs/heads/feature' })
    expect((await start({ name: 'push', payload, ref: 'refs/heads/feature' }, ['tracking', 'copied'])).jobs).toEqual([])
  })

  it('push to pull-request/N starts what a pull request starts', async () => {
    const ref = `refs/heads/pull-request/${pullNumber}`
    const payload = pushEvent({ repository: place, after: site.head, ref })
    const jobs = inOne.map((job) => job.replace('pull-request:', 'copied:'))
    expect((await start({ name: 'push', payload, ref, commit: site.head }, ['copied'])).jobs).toEqual(jobs)
  })
})

describe('a job that measures and is interrupted', () => {
  it('T-38: with pull-request.yml, cancelled: nothing is published, and the last job fails', async () => {
    const interruption = { job: 'measure', how: 'cancelled' } as const
    expect((await start({ ...site.pullRequest({}), interruption }, ['pull-request'])).jobs).toEqual([
      'pull-request: plan success',
      'pull-request: measure cancelled',
      'pull-request: publish skipped',
      'pull-request: warpgauge verdict failure',
    ])
  })
})

describe('issue_comment', () => {
  it.each([
    ['Nice work!', maria, 'skipped'],
    ['/warpgauge run', { id: 5, login: 'helper[bot]', type: 'Bot' } as const, 'skipped'],
    ['/warpgauge run', maria, 'success'],
  ])('%s, of %o: a machine is %s', async (body, author, result) => {
    const comment = { id: 1, body, createdAt: '2026-01-01T12:00:00Z' }
    const payload = issueCommentEvent({ repository: place, issue: pullNumber, comment, author })
    expect((await start({ name: 'issue_comment', payload }, ['commands', 'run'])).jobs).toEqual([
      `commands: command ${result}`,
    ])
  })
})

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  edited,
  inOne,
  inTwo,
  linesOf,
  logOf,
  onRunners,
  openGateSite,
  severalRunners,
  twoFiles,
  type GateSite,
  type PullOccasion,
} from './gate-site.ts'
import { pullNumber } from './scenario.ts'

// Rows of the last table of docs/gate.md: the shipped workflows as GitHub starts them, job after job. Every row is in
// test/contract/workflow-events.test.ts, without the Action.

let site: GateSite
beforeAll(async () => {
  site = await openGateSite()
})
afterAll(async () => await site[Symbol.asyncDispose]())
beforeEach(() => site.forget())

const passed = { checks: ['warpgauge on head: success'], comments: [pullNumber], issues: [] }
const nothing = { checks: [], comments: [], issues: [] }

async function expectJobs(happening: ReturnType<GateSite['pullRequest']>, installed: string[], jobs: string[]) {
  const runs = await site.happen(happening, installed)
  const log = logOf(runs)
  expect({ jobs: linesOf(runs), log }).toEqual({ jobs, log })
  expect(site.refused()).toEqual([])
  return runs
}

describe('pull_request, same repository', () => {
  it.each([
    ['opened', ['pull-request'], {}, inOne],
    ['edited with another base', twoFiles, edited, inTwo],
    ['opened', severalRunners, {}, onRunners],
  ] satisfies [string, string[], PullOccasion, string[]][])(
    '%s, by %s: check on the head, comment',
    async (_what, installed, occasion, jobs) => {
      await expectJobs(site.pullRequest(occasion), installed, jobs)
      expect(site.seen()).toEqual(passed)
    },
  )

  it.each([
    [
      twoFiles,
      [
        'publish (requested): publish success',
        'measure: plan skipped',
        'measure: measure skipped',
        'publish (completed): publish skipped',
      ],
    ],
  ])('edited in its title alone, by %s: nothing, in a concurrency group of its own', async (installed, jobs) => {
    const runs = await expectJobs(site.pullRequest({ action: 'edited' }), installed, jobs)
    expect(site.seen()).toEqual(nothing)
    const groups = runs.map(({ concurrencyGroup }) => concurrencyGroup)
    expect(groups.filter((group) => group.endsWith(`-${pullNumber}`))).toEqual([])
  })
})

describe('pull_request, fork', () => {
  beforeEach(() => site.forget(true))

  it('by measure.yml: measured without a token after a review, published by workflow_run', async () => {
    const runs = await expectJobs(site.pullRequest({ isFork: true }), twoFiles, inTwo)
    expect(site.seen()).toEqual(passed)
    const [measured] = runs.flatMap((run) => run.jobs.filter(({ job }) => job === 'measure'))
    expect(measured?.environment).toBe('warpgauge-forks')
  })

  it('T-02: by matrix.yml: refused on every runner, and the check says so', async () => {
    await expectJobs(site.pullRequest({ isFork: true }), severalRunners, [
      'matrix-publish (requested): publish success',
      'matrix: plan success',
      'matrix: measure host failure',
      'matrix: warpgauge matrix verdict failure',
      'matrix-publish (completed): publish failure',
    ])
    expect(site.seen()).toEqual({ ...nothing, checks: ['warpgauge on head: failure'] })
  })

  it.each([[twoFiles, 'publish']])('waits for approval: %s publish nothing yet', async (installed, publisher) => {
    const happening = { ...site.pullRequest({ isFork: true }), isWaitingForApproval: true }
    const jobs = [`${publisher} (requested): publish success`, `${publisher} (completed): publish skipped`]
    await expectJobs(happening, installed, jobs)
    expect(site.seen()).toEqual(nothing)
  })
})

describe('merge_group with the pull request of a fork', () => {
  beforeEach(() => site.forget(true))

  it.each([[twoFiles, inTwo]])('T-40: by %s: check on the head of the group, no comment', async (installed, jobs) => {
    const runs = await expectJobs(site.mergeGroup(), installed, jobs)
    expect(site.seen()).toEqual({ ...nothing, checks: ['warpgauge on group: success'] })
    const environments = runs.flatMap((run) => run.jobs.map(({ environment }) => environment))
    expect(environments).not.toContain('warpgauge-forks')
  })
})

it('runs every row of the table of events, here or in the other tests of the gate', () => {
  const page = readFileSync(new URL('../../docs/gate.md', import.meta.url), 'utf8')
  const rows = (page.split('## Example workflows by event')[1] ?? '').matchAll(/^\| (`.*?|the same.*?) \|/gmu)
  expect([...rows].map(([, event = '']) => event.replace(/ \(.*?\)/u, ''))).toEqual([
    '`pull_request`, `merge_group`',
    'the same from a fork',
    '`push` to `pull-request/N`',
    '`push` to the default branch, `schedule`',
    '`workflow_dispatch`',
    '`issue_comment`',
    '`release`',
  ])
})

it('asks GitHub nothing that its description does not know', () => {
  expect(site.scenario.server.violations).toEqual([])
})

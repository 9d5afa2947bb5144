import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { linesOf, logOf, openGateSite, type GateSite } from './gate-site.ts'
import { pullNumber } from './scenario.ts'
import type { Interruption } from './workflow-rig.ts'

// The shipped workflows where the job that measures does not end by itself (docs/gate.md).

let site: GateSite
beforeAll(async () => {
  // The second run is interrupted.
  site = await openGateSite([], {}, 2)
})
afterAll(async () => await site[Symbol.asyncDispose]())
beforeEach(() => site.forget())

type How = Interruption['how']
const twoFiles = ['measure', 'publish']
const severalRunners = ['matrix', 'matrix-publish']

async function interrupt(installed: string[], how: How, happening = site.pullRequest({})) {
  const runs = await site.happen({ ...happening, interruption: { job: 'measure', how } }, installed)
  expect(site.refused()).toEqual([])
  return { jobs: linesOf(runs), log: logOf(runs) }
}

describe('a job that measures and is interrupted', () => {
  it.each([
    [twoFiles, 'cancelled', 'cancelled'],
    [twoFiles, 'cancelled in the queue', 'cancelled'],
    [twoFiles, 'timed_out', 'timed_out'],
    // GitHub calls a run with a failed job, here the last one, failed: what the run folder tells is left.
    [severalRunners, 'timed_out', 'cancelled'],
  ] satisfies [string[], How, string][])('T-38: with %s, %s: the check is %s', async (installed, how, conclusion) => {
    const { log } = await interrupt(installed, how)
    const checks = [`warpgauge on head: ${conclusion}`]
    // Without a run folder there is nothing to comment on.
    const comments = how === 'cancelled in the queue' ? [] : [pullNumber]
    expect({ ...site.seen(), log }).toEqual({ checks, comments, issues: [], log })
  })

  it('T-38: with pull-request.yml, timed out: the check is cancelled, and the last job fails', async () => {
    const { jobs } = await interrupt(['pull-request'], 'timed_out')
    expect(jobs).toEqual([
      'pull-request: plan success',
      'pull-request: measure cancelled',
      'pull-request: publish success',
      'pull-request: warpgauge verdict failure',
    ])
    expect(site.seen()).toMatchObject({ checks: ['warpgauge on head: cancelled'] })
  })

  it('T-38: leaves the verdict that its commit has', async () => {
    await site.happen(site.pullRequest({}), twoFiles)
    const verdict = { checks: ['warpgauge on head: success'], comments: [pullNumber], issues: [] }
    expect(site.seen()).toEqual(verdict)
    await interrupt(twoFiles, 'cancelled in the queue')
    expect(site.seen()).toEqual(verdict)
  })

  it('T-38: of a merge group, timed out: the check of the group is, and blocks the queue', async () => {
    await interrupt(twoFiles, 'timed_out', site.mergeGroup())
    expect(site.seen()).toEqual({ checks: ['warpgauge on group: timed_out'], comments: [], issues: [] })
  })
})

it('asks GitHub nothing that its description does not know', () => {
  expect(site.scenario.server.violations).toEqual([])
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pushEvent, releaseEvent, scheduleEvent, workflowDispatchEvent } from '../fakes/events.ts'
import { place } from './eventful.ts'
import { linesOf, logOf, openGateSite, type GateSite } from './gate-site.ts'
import { growMain, plant, storedLines } from './planted-history.ts'
import { pullNumber } from './scenario.ts'
import type { Happening } from './workflow-site.ts'

// Rows of the last table of docs/gate.md that are about the default branch, and copies of pull requests.

let site: GateSite
beforeAll(async () => {
  site = await openGateSite()
})
afterAll(async () => await site[Symbol.asyncDispose]())
beforeEach(() => site.forget())

const nothing = { checks: [], comments: [], issues: [] }
const onMain = { checks: ['warpgauge on main: success'], comments: [], issues: [] }
const tracked = ['tracking: measure success', 'tracking: record success']

const occasions = {
  push: () => ({ name: 'push', payload: pushEvent({ repository: place, after: site.scenario.baseCommit }) }),
  schedule: () => ({ name: 'schedule', payload: scheduleEvent({ repository: place }) }),
  release: () => ({
    name: 'release',
    payload: releaseEvent({ repository: place, tag: 'v1' }),
    ref: 'refs/tags/v1',
  }),
}

function dispatch(inputs: Readonly<Record<string, string>>) {
  return { name: 'workflow_dispatch', payload: workflowDispatchEvent({ repository: place, inputs }) }
}

async function expectJobs(
  happening: Omit<Happening, 'commit'> & { readonly commit?: string },
  installed: string[],
  jobs: string[],
) {
  const runs = await site.happen({ commit: site.scenario.baseCommit, ...happening }, installed)
  const log = logOf(runs)
  expect({ jobs: linesOf(runs), log }).toEqual({ jobs, log })
  expect(site.refused()).toEqual([])
  return runs
}

describe('the default branch', () => {
  it.each(['push'] as const)('%s, by tracking.yml: check on the commit, one more line of history', async (name) => {
    const before = storedLines(site.scenario).length
    await expectJobs(occasions[name](), ['tracking'], tracked)
    expect(site.seen()).toEqual(onMain)
    expect(storedLines(site.scenario).length).toBe(before + 1)
  })

  it.each(['release'] as const)('%s, by production.yml: check on the commit, of a name of its own', async (name) => {
    await expectJobs(
      occasions[name](),
      ['production'],
      ['production: measure success', 'production: publish success', 'production: production verdict success'],
    )
    expect(site.seen()).toEqual({ ...nothing, checks: ['warpgauge-production on main: success'] })
    // Opened while it measures, and completed by the job that judges again.
    const writes = site.scenario.server.requests.filter(
      ({ method, path }) => method !== 'GET' && /check-runs/.test(path),
    )
    expect(writes.length).toBeGreaterThan(2)
  })

  it('workflow_dispatch, by refresh.yml: no check, a proposal with baselines', async () => {
    await expectJobs(
      dispatch({ reason: 'the first ones' }),
      ['refresh'],
      ['refresh: measure success', 'refresh: refresh success'],
    )
    expect(site.seen()).toEqual(nothing)
    const proposals = site.state.pulls.filter(({ head }) => head.ref === 'warpgauge/baselines')
    expect(proposals).toHaveLength(1)
  })

  it('workflow_dispatch, by bisect.yml: nothing is written', async () => {
    const [good, bad] = [site.scenario.baseCommit, site.head]
    const runs = await expectJobs(dispatch({ good, bad, suite: 'end-to-end' }), ['bisect'], ['bisect: bisect success'])
    expect(runs[0]?.jobs[0]?.runs[0]?.outputs).toMatchObject({ bisect: 'no-step', culprit: '' })
    expect(site.seen()).toEqual(nothing)
  })
})

describe('push to pull-request/N', () => {
  it('by pull-request.yml: check on the head, comment on pull request N', async () => {
    const ref = `refs/heads/pull-request/${pullNumber}`
    const payload = pushEvent({ repository: place, after: site.head, ref })
    await expectJobs(
      { name: 'push', payload, ref, commit: site.head },
      ['copied'],
      [
        'copied: plan success',
        'copied: measure success',
        'copied: publish success',
        'copied: warpgauge verdict success',
      ],
    )
    expect(site.seen()).toEqual({ checks: ['warpgauge on head: success'], comments: [pullNumber], issues: [] })
  })
})

// Last: it moves the default branch.
describe('a regression of the default branch', () => {
  let tip = ''
  beforeAll(() => {
    const commits = growMain(site.scenario, 40)
    const levels = [...Array<number>(20).fill(0.5), ...Array<number>(18).fill(1)]
    plant(site.scenario, storedLines(site.scenario)[0] ?? '', { commits, levels })
    tip = commits.at(-1) ?? ''
  })

  it('schedule, by tracking.yml: an issue', async () => {
    await expectJobs({ ...occasions.schedule(), commit: tip }, ['tracking'], tracked)
    expect(site.state.issues).toMatchObject([{ state: 'open', labels: ['performance-regression'] }])
  })
})

it('asks GitHub nothing that its description does not know', () => {
  expect(site.scenario.server.violations).toEqual([])
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueCommentEvent } from '../fakes/events.ts'
import { pushBook } from '../fakes/github-server/activities.ts'
import { maria } from './commanded.ts'
import { place } from './eventful.ts'
import { linesOf, logOf, openGateSite, type GateSite } from './gate-site.ts'
import { pullNumber } from './scenario.ts'

// Changes of files that do not belong to the program (`pipeline.paths`), through the shipped workflows (docs/gate.md).

let site: GateSite
beforeAll(async () => {
  // The second run is interrupted.
  site = await openGateSite(['paths: ["*.mjs", "lib/**", "!lib/README.md"]'], {}, 2)
})
afterAll(async () => await site[Symbol.asyncDispose]())
beforeEach(() => {
  site.forget()
  site.state.pulls[0]!.labels = []
})

const page = { 'docs/page.md': 'A page\n' }
const twoFiles = ['measure', 'publish']
const severalRunners = ['matrix', 'matrix-publish']
const held = 'publish (requested): publish success'
const unmeasured: Readonly<Record<string, string[]>> = {
  'pull-request': [
    'pull-request: plan success',
    'pull-request: measure skipped',
    'pull-request: publish success',
    'pull-request: warpgauge verdict success',
  ],
  measure: [held, 'measure: plan success', 'measure: measure skipped', 'publish (completed): publish success'],
  matrix: [
    `matrix-${held}`,
    'matrix: plan success',
    'matrix: measure  skipped',
    'matrix: warpgauge matrix verdict success',
    'matrix-publish (completed): publish success',
  ],
}
const passed = { checks: ['warpgauge on head: success'], comments: [], issues: [] }

async function happen(happening: ReturnType<GateSite['pullRequest']>, installed: string[]) {
  const runs = await site.happen(happening, installed)
  expect(site.refused()).toEqual([])
  return { jobs: linesOf(runs), log: logOf(runs), runs }
}

/** Whether a job with a GPU ran. */
function hasMeasured(jobs: readonly string[]): boolean {
  return jobs.some((job) => / measure (?!.*skipped)/u.test(job))
}

async function expectUnmeasured(happening: ReturnType<GateSite['pullRequest']>, installed: string[]) {
  const { jobs, log, runs } = await happen(happening, installed)
  expect({ jobs, log }).toEqual({ jobs: unmeasured[installed[0] ?? ''], log })
  const [check] = site.state.checkRuns
  expect(check?.title).toBe('Not measured: no file of the program changed')
  return { check, runs }
}

const everyWay = [[['pull-request']], [twoFiles], [severalRunners]]

describe('T-53: a pull request that changes a page', () => {
  beforeEach(() => site.change(page))

  it.each(everyWay)('by %s: the check passes without a GPU, and lists files and globs', async (installed) => {
    const { check } = await expectUnmeasured(site.pullRequest({}), installed)
    expect(site.seen()).toEqual(passed)
    for (const text of ['For pull request #', '- `docs/page.md`', '- `lib/**`', '`warpgauge-measure`'])
      expect(check?.summary).toContain(text)
  })

  it.each([[twoFiles]])('of a fork, by %s: the same, and nobody approves it', async (installed) => {
    site.forget(true)
    const { runs } = await expectUnmeasured(site.pullRequest({ isFork: true }), installed)
    expect(site.seen()).toEqual(passed)
    expect(runs.flatMap((run) => run.jobs.map(({ environment }) => environment))).not.toContain('warpgauge-forks')
  })

  it.each([[['pull-request']]])('in a merge group, by %s: the check of the group passes', async (installed) => {
    await expectUnmeasured(site.mergeGroup(), installed)
    expect(site.seen()).toEqual({ ...passed, checks: ['warpgauge on group: success'] })
  })

  it('copied to pull-request/N: the check of the head passes', async () => {
    const ref = `refs/heads/pull-request/${pullNumber}`
    const payload = { ...site.pullRequest({}).payload, ref, after: site.head }
    delete payload.pull_request
    const { jobs, log } = await happen({ name: 'push', payload, ref, commit: site.head }, ['copied'])
    expect({ jobs, log }).toEqual({
      jobs: unmeasured['pull-request']?.map((job) => job.replace('pull-request:', 'copied:')),
      log,
    })
    expect(site.seen()).toEqual(passed)
  })

  it.each([[severalRunners]])('with the label, by %s: it is measured', async (installed) => {
    site.state.pulls[0]!.labels = ['warpgauge-measure']
    const { jobs } = await happen(site.pullRequest({}), installed)
    expect(hasMeasured(jobs)).toBe(true)
    expect(site.seen()).toMatchObject({ checks: ['warpgauge on head: success'], comments: [pullNumber] })
    expect(site.state.checkRuns[0]?.title).not.toContain('Not measured')
  })

  it('and the command run: it is measured', async () => {
    await happen(site.pullRequest({}), twoFiles)
    site.state.collaborators.set(maria.login, 'write')
    pushBook(site.state).push({ branch: 'feature', after: site.head, at: '2026-01-01T11:00:00Z' })
    const [id, body, createdAt] = [site.scenario.server.state.nextId++, '/warpgauge run', '2026-01-01T12:00:00Z']
    const comment = { id, body, createdAt, author: maria, app: null, reactions: [], updatedAt: createdAt }
    site.state.comments.push({ ...comment, issueNumber: pullNumber })
    const payload = issueCommentEvent({ repository: place, issue: pullNumber, comment, author: maria })
    const { jobs, log } = await happen({ name: 'issue_comment', payload, commit: site.scenario.baseCommit }, [
      'commands',
      'run',
    ])
    expect({ jobs, log }).toEqual({
      jobs: ['commands: command success', 'run: measure success', 'run: publish success'],
      log,
    })
    expect(site.seen().checks).toEqual(['warpgauge on head: success'])
    expect(site.state.checkRuns[0]?.title).not.toContain('Not measured')
  })
})

describe('T-53: a pull request that changes the program', () => {
  it.each([
    ['a page and the program', { ...page, 'stand-in.mjs': null }],
    ['a file that only an import reaches', { ...page, 'lib/deep/helper.txt': 'new\n' }],
    ['a workflow', { '.github/workflows/docs.yml': 'on: push\n' }],
    ['the config', { '.github/warpgauge.yml': null }],
  ])('%s: it is measured', async (_what, files) => {
    const own = Object.entries(files).map(([path, text]) => [path, text ?? `${site.scenario.readPipelineFile(path)}\n`])
    site.change(Object.fromEntries(own) as Record<string, string>)
    const { jobs } = await happen(site.pullRequest({}), twoFiles)
    expect(jobs).toContain('measure: measure success')
  })

  it('and whose workflow skips the measurement: the check fails', async () => {
    site.change({ ...page, 'lib/code.txt': 'new\n' })
    const { jobs } = await happen(site.pullRequest({}), ['forged', 'publish'])
    expect(jobs).toContain('forged: measure skipped')
    expect(site.seen().checks).toEqual(['warpgauge on head: failure'])
    expect(site.state.checkRuns[0]?.summary).toContain(
      'a measurement is needed: it changes the program: "lib/code.txt" matches pipeline.paths',
    )
  })
})

describe('T-53: what keeps its result', () => {
  it('a failed or unfinished measurement of a page that somebody requested', async () => {
    site.change(page)
    site.state.pulls[0]!.labels = ['warpgauge-measure']
    const interruption = { job: 'measure', how: 'cancelled' } as const
    await happen({ ...site.pullRequest({}), interruption }, twoFiles)
    expect(site.seen().checks).toEqual(['warpgauge on head: cancelled'])
  })

  it('a failure on the same head, which the output conclusion is', async () => {
    site.change(page)
    const conclude = async () => {
      const { runs } = await happen(site.pullRequest({}), ['pull-request'])
      const steps = runs.flatMap(({ jobs }) => jobs.flatMap((job) => job.runs))
      return steps.findLast(({ outputs }) => outputs['verdict'] === 'not-measured')?.outputs['conclusion']
    }
    expect(await conclude()).toBe('success')
    const check = site.state.checkRuns[0]!
    const externalId = check.externalId?.replace(' unrelated ', ' failure ')
    Object.assign(check, { conclusion: 'failure', externalId })
    expect(await conclude()).toBe('failure')
    expect(site.seen().checks).toEqual(['warpgauge on head: failure'])
  })
})

it('asks GitHub nothing that its description does not know', () => {
  expect(site.scenario.server.violations).toEqual([])
})

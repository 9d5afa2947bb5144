import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueCommentEvent } from '../fakes/events.ts'
import { pushBook } from '../fakes/github-server/activities.ts'
import { maria } from './commanded.ts'
import { place } from './eventful.ts'
import { linesOf, logOf, openGateSite, openOther, otherPull, type GateSite } from './gate-site.ts'
import { pullNumber } from './scenario.ts'
import type { Interruption } from './workflow-rig.ts'

// The row of issue_comment in the last table of docs/gate.md, through commands.yml and the workflows that it starts.

let site: GateSite
beforeAll(async () => {
  site = await openGateSite()
  site.state.collaborators.set(maria.login, 'write')
  pushBook(site.state).push({ branch: 'feature', after: site.head, at: '2026-01-01T11:00:00Z' })
})
afterAll(async () => await site[Symbol.asyncDispose]())
beforeEach(() => site.forget())

const installed = ['commands', 'run', 'bisect', 'refresh']
const command = 'commands: command success'
const measured = [command, 'run: measure success', 'run: publish success']
const reacted = ['eyes', 'rocket']

async function say(body: string, issue = pullNumber, interrupted: { interruption?: Interruption } = {}) {
  const id = site.scenario.server.state.nextId++
  const createdAt = '2026-01-01T12:00:00Z'
  const comment = {
    id,
    issueNumber: issue,
    author: maria,
    app: null,
    reactions: [],
    body,
    createdAt,
    updatedAt: createdAt,
  }
  site.state.comments.push(comment)
  const payload = issueCommentEvent({ repository: place, issue, comment: { id, body, createdAt }, author: maria })
  const commit = site.scenario.baseCommit
  const runs = await site.happen({ name: 'issue_comment', payload, commit, ...interrupted }, installed)
  expect(site.refused()).toEqual([])
  const reactions = comment.reactions.map(({ content }: { content: string }) => content)
  return { jobs: linesOf(runs), log: logOf(runs), reactions }
}

describe('issue_comment', () => {
  it.each([
    ['run', true, 'warpgauge'],
    ['run end-to-end', false, 'warpgauge / end-to-end'],
  ])('/warpgauge@HEAD %s (fork: %s): run.yml measures, check on the head, comment', async (asked, isFork, name) => {
    site.forget(isFork)
    const { jobs, log, reactions } = await say(`/warpgauge@${site.head.slice(0, 7)} ${asked}`)
    expect({ jobs, log }).toEqual({ jobs: measured, log })
    expect(reactions).toEqual(reacted)
    expect(site.seen()).toEqual({ checks: [`${name} on head: success`], comments: [pullNumber], issues: [] })
  })

  it.each([true, false])(
    'T-38: a run that is cancelled while it waits for a GPU replaces no verdict (%s)',
    async (has) => {
      if (has) await site.happen(site.pullRequest({}), ['measure', 'publish'])
      const interruption = { job: 'measure', how: 'cancelled in the queue' } as const
      await say(`/warpgauge@${site.head.slice(0, 7)} run`, pullNumber, { interruption })
      expect(site.seen().checks).toEqual([`warpgauge on head: ${has ? 'success' : 'cancelled'}`])
    },
  )

  it('/warpgauge refresh: a measurement that never ran is answered too', async () => {
    const interruption = { job: 'measure', how: 'cancelled in the queue' } as const
    const { jobs } = await say('/warpgauge refresh', pullNumber, { interruption })
    expect(jobs).toEqual([command, 'refresh: measure cancelled', 'refresh: refresh failure'])
    const bodies = site.state.comments.map(({ body }: { body: string }) => body)
    expect(bodies.at(-1)).toMatch(/📏 Baselines: .*the measuring job left none, so read its log.*\(\[details\]\(http/)
  })

  it.each([
    ['/warpgauge help', [command]],
    ['/warpgauge bisect', [command, 'bisect: bisect success']],
  ])('%s: reactions and an answer, and no check', async (body, expected) => {
    const { jobs, log, reactions } = await say(body)
    expect({ jobs, log, reactions }).toEqual({ jobs: expected, log, reactions: reacted })
    expect(site.seen()).toEqual({ checks: [], comments: [pullNumber], issues: [] })
  })

  it('/warpgauge accept: the failed check of the head becomes neutral', async () => {
    openOther(site)
    await site.happen(site.pullRequest({ number: otherPull }), ['measure', 'publish'])
    expect(site.seen().checks).toEqual(['warpgauge on head: failure'])
    site.state.pulls[0]!.state = 'closed'
    const { jobs, reactions } = await say('/warpgauge accept "the new model is larger"', otherPull)
    expect([jobs, reactions]).toEqual([[command], reacted])
    expect(site.seen()).toEqual({ checks: ['warpgauge on head: neutral'], comments: [otherPull], issues: [] })
  })
})

it('asks GitHub nothing that its description does not know', () => {
  expect(site.scenario.server.violations).toEqual([])
})

import { describe, expect, it } from 'vitest'
import { configSchema } from '../../src/config/schema/schema.ts'
import { findAcceptance, withAcceptance } from '../../src/steps/commands/acceptance.ts'
import type { CommandPorts } from '../../src/steps/commands/command-call.ts'
import { answerIn, maria, reactionsTo, startCommented, type Commented } from '../fakes/commented-github.ts'
import { bot, connect, head, repositoryOf, stranger } from '../fakes/connected-github.ts'
import { issueEventBook } from '../fakes/github-server/issue-events.ts'
import { pushBook } from '../fakes/github-server/activities.ts'
import type { Account, CommentState } from '../fakes/github-server/state.ts'
import { aReport } from '../unit/reporters/a-report.ts'
import { aConfig } from '../unit/a-config.ts'

const config = aConfig({ commands: { roles: { accept: 'maintain' } } })
const wendy: Account = { id: 40, login: 'wendy', type: 'User' }
const newYear = new Date('2026-01-02T00:00:00Z')

function acceptances(server: Commented, now = newYear): CommandPorts {
  return { gitHub: connect(server), clock: { now: () => now } }
}

const find = (server: Commented, now?: Date, headCommit = head) =>
  findAcceptance({ pullRequest: 7, headCommit }, config, acceptances(server, now))

/** A comment as it looks when the bot has confirmed it. */
function confirmed(server: Commented, body: string, author = maria, more: Partial<CommentState> = {}): CommentState {
  return server.write(body, author, { reactions: [{ id: 1, content: 'rocket', author: bot }], ...more })
}

describe('accept', () => {
  it('turns the failed check of this head neutral and records who, when, why and until what', async () => {
    await using server = await startCommented()
    server.fail()
    const comment = server.write(
      '/warpgauge accept until 2026-03-01 "twice the parameters, see [x](https://evil.example) @all"',
    )
    await server.obey(comment)
    const [check] = repositoryOf(server).checkRuns
    expect(check).toMatchObject({
      status: 'completed',
      conclusion: 'neutral',
      externalId: 'warpgauge:3 7/main neutral 77.1',
      headSha: head,
    })
    expect(check?.title).toMatch(/^Accepted by maria\. Failed · warpgauge: end-to-end\/predict got slower: wall_time/u)
    expect(check?.summary).toMatch(/maria accepted this on 2026-01-01 until 2026-03-01: "twice the parameters/u)
    expect(check?.summary).toContain('\n\nThe report.')
    for (const text of [check?.summary ?? '', answerIn(server)])
      expect(text).not.toMatch(/\]\(https:\/\/evil|(?<![\w&])@all/u)
    expect(reactionsTo(comment)).toEqual(['eyes', 'rocket'])
    expect(await find(server)).toMatchObject({
      by: 'maria',
      until: '2026-03-01',
      headCommit: head,
      at: comment.createdAt,
    })
    expect(server.violations).toEqual([])
  })

  it('T-48: accepts what failed for one base, and stays blocked for the base that the pull request has by now', async () => {
    await using server = await startCommented()
    server.fail(undefined, { externalId: 'warpgauge:3 7/stable failure 77.1' })
    await server.obey(server.write('/warpgauge accept "twice the parameters"'))
    expect(repositoryOf(server).checkRuns[0]).toMatchObject({
      conclusion: 'failure',
      externalId: 'warpgauge:3 7/stable shared 77.1 other=7/main',
      title: 'Blocked: pull request #7 into `main` is not measured yet',
    })
  })

  it.each([
    ['a check that could not be measured', 'Could not be measured · warpgauge: no trial', 'could not be measured'],
    ['a check that ended early', 'Ended without a result', 'could not be measured'],
  ])('refuses %s: nobody knows what would be accepted', async (_what, title, says) => {
    await using server = await startCommented()
    server.fail(title)
    expect(await server.obey(server.write('/warpgauge accept "never mind"'))).toContain(says)
    expect(repositoryOf(server).checkRuns[0]?.conclusion).toBe('failure')
  })

  it('refuses where nothing failed, nothing was measured yet, or the day is over', async () => {
    await using server = await startCommented()
    expect(await server.obey(server.write('/warpgauge accept "in advance"'))).toContain('has no check yet')
    server.fail('Measuring …', { status: 'in_progress', conclusion: null })
    expect(await server.obey(server.write('/warpgauge accept "in advance"'))).toContain('is being measured')
    Object.assign(repositoryOf(server).checkRuns[0]!, { status: 'completed', conclusion: 'success' })
    expect(await server.obey(server.write('/warpgauge accept "in advance"'))).toContain('There is nothing to accept')
    expect(await server.obey(server.write('/warpgauge accept until 2026-01-01 "too late"'))).toContain('is over')
    expect(await find(server)).toBeNull()
  })
})

describe('an acceptance that is looked up when the head is judged again', () => {
  it('makes a failed report neutral and says who answers for it; the verdict stays', async () => {
    await using server = await startCommented()
    confirmed(server, '/warpgauge accept "twice the parameters"')
    const failed = aReport({ verdict: 'fail', conclusion: 'failure', exitCode: 1 })
    const report = await withAcceptance(
      failed,
      { pullRequest: 7, queuedPull: null, headCommit: head },
      config,
      acceptances(server),
    )
    expect(report).toMatchObject({ verdict: 'fail', conclusion: 'neutral', exitCode: 0 })
    expect(report.sentence).toContain('accepted by maria')
    expect(report.findings[0]?.reason).toContain('"twice the parameters"')
  })

  it('asks once for the role of somebody who wrote many, whom it does not believe', async () => {
    await using server = await startCommented()
    for (let turn = 0; turn < 5; turn += 1) confirmed(server, `/warpgauge accept "again ${turn}"`, stranger)
    expect(await find(server)).toBeNull()
    const asked = server.requests.filter(({ operation }) => operation === 'repos/get-collaborator-permission-level')
    expect(asked).toHaveLength(1)
  })

  it('asks nothing where nothing failed, and changes nothing that could not be measured', async () => {
    await using server = await startCommented()
    confirmed(server, '/warpgauge accept "twice the parameters"')
    for (const verdict of ['pass', 'inconclusive', 'error'] as const) {
      const report = aReport({ verdict })
      expect(
        await withAcceptance(
          report,
          { pullRequest: 7, queuedPull: null, headCommit: head },
          config,
          acceptances(server),
        ),
      ).toBe(report)
    }
    expect(server.requests).toEqual([])
  })

  it('counts on its last day and no longer', async () => {
    await using server = await startCommented()
    confirmed(server, '/warpgauge accept until 2026-02-01 "for the demo"')
    expect(await find(server, new Date('2026-02-01T23:59:59Z'))).not.toBeNull()
    expect(await find(server, new Date('2026-02-02T00:00:00Z'))).toBeNull()
  })

  it('does not count for another head', async () => {
    await using server = await startCommented()
    confirmed(server, '/warpgauge accept "twice the parameters"')
    repositoryOf(server).pulls[0]!.head.sha = 'c'.repeat(40)
    pushBook(repositoryOf(server)).push({ branch: 'feature', after: 'c'.repeat(40), at: '2026-01-01T13:00:00Z' })
    expect(await find(server)).toBeNull()
    expect(await find(server, newYear, 'c'.repeat(40))).toBeNull()
  })

  it.each(['base_ref_changed', 'automatic_base_change_succeeded'])(
    'T-48: does not count for another base than it was written for: %s',
    async (event) => {
      await using server = await startCommented()
      const { createdAt } = confirmed(server, '/warpgauge accept "twice the parameters"')
      const book = issueEventBook(repositoryOf(server))
      for (let turn = 0; turn < 120; turn += 1) book.push({ issue: 7, event: 'renamed', at: '2026-01-01T15:00:00Z' })
      book.push({ issue: 7, event, at: '2026-01-01T10:00:00Z' }, { issue: 8, event, at: '2026-01-01T16:00:00Z' })
      expect(await find(server)).toMatchObject({ by: 'maria' })
      book.push({ issue: 7, event, at: createdAt })
      expect(await find(server)).toBeNull()
      expect(server.violations).toEqual([])
    },
  )

  const forgeries: readonly [string, (server: Commented) => unknown][] = [
    ['a stranger wrote it', (server) => confirmed(server, '/warpgauge accept "please"', stranger)],
    ['somebody wrote it whose role is too weak', (server) => confirmed(server, '/warpgauge accept "please"', wendy)],
    ['a bot wrote it', (server) => confirmed(server, '/warpgauge accept "please"', bot)],
    [
      'an app wrote it for a person',
      (server) => confirmed(server, '/warpgauge accept "x y"', maria, { app: { id: 5, slug: 'x' } }),
    ],
    [
      'it was edited into an acceptance',
      (server) => confirmed(server, '/warpgauge accept "x y"', maria, { updatedAt: '2026-01-01T12:45:00Z' }),
    ],
    ['no bot confirmed it', (server) => server.write('/warpgauge accept "please"')],
    [
      'a person confirmed it to look like the bot',
      (server) =>
        server.write('/warpgauge accept "x y"', maria, { reactions: [{ id: 1, content: 'rocket', author: stranger }] }),
    ],
    ['it only quotes one', (server) => confirmed(server, '> /warpgauge accept "please"')],
    [
      'the commenter has left the repository',
      (server) => {
        confirmed(server, '/warpgauge accept "please"')
        repositoryOf(server).collaborators.delete('maria')
      },
    ],
  ]
  it.each(forgeries)('does not count when %s', async (_what, forge) => {
    await using server = await startCommented()
    forge(server)
    expect(await find(server)).toBeNull()
    expect(server.violations).toEqual([])
  })
})

it('a role that lets everybody who can read command is no config', () => {
  const parsed = configSchema.shape.commands.safeParse({ roles: { run: 'read' } })
  expect(parsed.success).toBe(false)
})

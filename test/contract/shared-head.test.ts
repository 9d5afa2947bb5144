import { describe, expect, it } from 'vitest'
import type { CheckClaim } from '../../src/domain/check/check-entry.ts'
import type { GitHub } from '../../src/io/github/github.ts'
import { confirmCheck, holdCheck, writeCheck } from '../../src/steps/deliver/write-check.ts'
import { base, connect, head, repositoryOf, startAcme } from '../fakes/connected-github.ts'
import { createPull } from '../fakes/github-server/state.ts'
import type { GitHubServer } from '../fakes/github-server/start-github-server.ts'

const place = { name: 'warpgauge', headCommit: head }
const bases: Readonly<Record<number, string>> = { 7: 'main', 8: 'old' }

const found = (pullRequest: number, result: CheckClaim['result'], run: number, branch = bases[pullRequest]!) => ({
  ...place,
  pullRequest,
  base: { branch, commit: base },
  run: `${run}.1`,
  detailsUrl: null,
  title: `${result} of #${pullRequest}`,
  summary: `The report of #${pullRequest}.`,
  result,
})
const checks = (server: GitHubServer) =>
  repositoryOf(server).checkRuns.map(({ status, conclusion, title }) => `${status} ${conclusion}: ${title}`)
const open = (server: GitHubServer, number: number, ref: string) => {
  const state = repositoryOf(server)
  state.pulls.push(createPull(state, { number, head: { sha: head }, base: { sha: base, ref } }))
}
const retarget = (server: GitHubServer, ref: string) => Object.assign(repositoryOf(server).pulls[0]!.base, { ref })

/** Pull request 7 into main and 8 into old have the same head. */
async function startShared(options: Parameters<typeof startAcme>[0] = {}): Promise<GitHubServer> {
  const server = await startAcme(options)
  open(server, 8, 'old')
  return server
}

describe('two pull requests with one head commit and two bases', () => {
  it('T-39: neither passes, and the check says which one is missing and how to continue', async () => {
    await using server = await startShared()
    const { held } = await writeCheck(found(7, 'success', 1), connect(server))
    expect(held).toBe('The check shows: pull request #8 into `old` has the same head commit.')
    await writeCheck(found(8, 'success', 2), connect(server))
    expect(checks(server)).toEqual(['completed failure: Blocked: pull request #7 into `main` has the same head commit'])
    const { summary, externalId } = repositoryOf(server).checkRuns[0]!
    expect(externalId).toBe('warpgauge:3 8/old shared 2.1 other=7/main')
    expect(summary).toContain('- pull request #7 into `main`\n- pull request #8 into `old`\n\n')
    expect(summary).toContain('`git commit --allow-empty`')
    expect(summary).toContain('For pull request #8 into `old` at bbbbbbb.\n\nThe report of #8.')
    expect(server.violations).toEqual([])
  })

  it('T-39: a failure stays one, and a base without a result is no reason to pass', async () => {
    await using server = await startShared()
    await writeCheck(found(7, 'failure', 1), connect(server))
    expect(checks(server)).toEqual(['completed failure: failure of #7'])
    await writeCheck(found(8, 'neutral', 2), connect(server))
    expect(checks(server)[0]).toContain('completed failure: Blocked')
  })

  it.each(['another head', 'closed', 'the same base'])('T-39: the other one blocks no longer: %s', async (way) => {
    await using server = await startShared()
    await writeCheck(found(7, 'success', 1), connect(server))
    const other = repositoryOf(server).pulls[1]!
    if (way === 'closed') other.state = 'closed'
    else if (way === 'another head') other.head.sha = 'c'.repeat(40)
    else other.base.ref = 'main'
    await writeCheck(found(7, 'success', 2), connect(server))
    expect(checks(server)).toEqual(['completed success: success of #7'])
  })

  it('T-39: a token that may not look at pull requests goes by what the check stores', async () => {
    await using server = await startShared({ tokens: { writer: { checks: 'write' } } })
    await writeCheck(found(7, 'success', 1), connect(server))
    expect(checks(server)).toEqual(['completed success: success of #7'])
    await writeCheck(found(8, 'success', 2), connect(server))
    expect(checks(server)[0]).toContain('completed failure: Blocked')
  })

  it('T-39: nothing passes while GitHub does not answer who shares the head', async () => {
    await using server = await startShared()
    server.failNext({ method: 'GET', path: '/pulls', answer: { kind: 'status', status: 503 }, times: 99 })
    await expect(writeCheck(found(7, 'success', 1), connect(server))).rejects.toThrow('pull request')
    expect(checks(server)).toEqual([])
  })

  it('T-39: the check of another app with the same name says nothing for ours', async () => {
    await using server = await startShared()
    await writeCheck(found(7, 'failure', 1), connect(server))
    await writeCheck(found(7, 'failure', 9), connect(server, { token: 'app' }))
    await writeCheck(found(8, 'success', 2), connect(server))
    expect(checks(server).map((check) => check.includes('Blocked'))).toEqual([true, false])
  })
})

describe('a check that passes for another base, when a measurement is asked for', () => {
  it('T-48: is blocked for a pull request that was opened with its head', async () => {
    await using server = await startAcme()
    await writeCheck(found(7, 'success', 1), connect(server))
    open(server, 8, 'old')
    expect(await holdCheck(place, connect(server))).toBe('pull request #8 into `old` has the same head commit')
    expect(checks(server)[0]).toContain('completed failure: Blocked')
    expect(await holdCheck(place, connect(server))).toBeNull()
  })

  it('T-48: is blocked when the base was changed, until the new base has a result', async () => {
    await using server = await startAcme()
    await writeCheck(found(7, 'success', 1), connect(server))
    await writeCheck({ ...found(7, 'open', 2), base: null }, connect(server))
    retarget(server, 'stable')
    expect(await holdCheck(place, connect(server))).toBe('pull request #7 into `stable` is not measured yet')
    expect(repositoryOf(server).checkRuns[0]?.summary).toContain('run the workflow again')
    await writeCheck(found(7, 'success', 3, 'stable'), connect(server))
    expect(checks(server)).toEqual(['completed success: success of #7'])
  })

  it('is left alone where it blocks, where every base was measured, and where there is none', async () => {
    await using server = await startAcme()
    expect(await holdCheck(place, connect(server))).toBeNull()
    await writeCheck(found(7, 'neutral', 1), connect(server))
    open(server, 9, 'main')
    expect(await holdCheck(place, connect(server))).toBeNull()
    await writeCheck(found(7, 'open', 2, 'stable'), connect(server))
    open(server, 8, 'old')
    expect(await holdCheck(place, connect(server))).toBeNull()
    expect(checks(server)).toEqual(['in_progress null: open of #7'])
  })
})

it('a push counts for a commit whose pull request is closed, and never changes the check of an open one', async () => {
  await using server = await startAcme()
  const pushed = { ...found(7, 'neutral', 2), pullRequest: null }
  await writeCheck(found(7, 'failure', 1), connect(server))
  expect((await writeCheck(pushed, connect(server))).held).toContain('pull request #7 into `main`: failure')
  expect(checks(server)).toEqual(['completed failure: failure of #7'])
  repositoryOf(server).pulls[0]!.state = 'closed'
  await writeCheck(pushed, connect(server))
  expect(checks(server)).toEqual(['completed neutral: neutral of #7'])
})

it('keeps base branches with long names apart in a short external id', async () => {
  await using server = await startAcme()
  const long = `feature/${'ä'.repeat(200)}`
  await writeCheck(found(7, 'success', 1, long), connect(server))
  await writeCheck(found(7, 'open', 2, `${long}b`), connect(server))
  expect(repositoryOf(server).checkRuns[0]!.externalId.length).toBeLessThanOrEqual(255)
  expect(checks(server)).toEqual(['in_progress null: open of #7'])
})

describe('two runs that write in the same moment', () => {
  /** Reads the check, then waits for `gate` before it writes what it decided. */
  function delayed(gitHub: GitHub, gate: Promise<unknown>): GitHub {
    const change = gitHub.changeCheckRun.bind(gitHub)
    const changeCheckRun: typeof change = (target, decide) =>
      change(target, async (stored) => {
        const content = await decide(stored)
        await gate
        return content
      })
    return Object.assign(gitHub, { changeCheckRun })
  }

  it('T-39: both create a check, and both checks block', async () => {
    await using server = await startShared()
    const gate = Promise.withResolvers<void>()
    const both = [found(7, 'success', 1), found(8, 'success', 2)]
    const writing = both.map((claim) => writeCheck(claim, delayed(connect(server), gate.promise)))
    await expect.poll(() => server.requests.filter(({ operation }) => operation === 'pulls/list').length).toBe(2)
    gate.resolve()
    await Promise.all(writing)
    await Promise.all(both.map((claim) => confirmCheck(claim, connect(server))))
    expect(repositoryOf(server).checkRuns.map(({ conclusion }) => conclusion)).toEqual(['failure', 'failure'])
  })

  it.each([
    ['another run', {}],
    ['a run that does not know its pull request yet', { pullRequest: null, base: null, isProvisional: true }],
  ])('the failure that the opening of %s has overwritten is written again', async (_what, subject) => {
    await using server = await startAcme()
    await writeCheck({ ...found(7, 'open', 1), ...subject }, connect(server))
    const gate = Promise.withResolvers<void>()
    const late = writeCheck({ ...found(7, 'open', 2), ...subject }, delayed(connect(server), gate.promise))
    await expect
      .poll(() => server.requests.filter(({ operation }) => operation === 'checks/list-for-ref').length)
      .toBe(2)
    await writeCheck(found(7, 'failure', 1), connect(server))
    gate.resolve()
    await late
    expect(checks(server)).toEqual(['in_progress null: open of #7'])
    await confirmCheck(found(7, 'failure', 1), connect(server))
    expect(checks(server)).toEqual(['completed failure: failure of #7'])
  })
})

describe('a run that was cut short', () => {
  it.each(['failure', 'success', 'neutral'] as const)(
    'T-38: leaves the %s of the run before it, also while it measures',
    async (verdict) => {
      await using server = await startAcme()
      const gitHub = connect(server)
      await writeCheck(found(7, verdict, 1), gitHub)
      for (const result of ['open', 'cancelled'] as const) {
        await writeCheck(found(7, result, 2), gitHub)
        expect(checks(server)).toEqual([`completed ${verdict}: ${verdict} of #7`])
      }
      await writeCheck(found(7, 'timed_out', 3), gitHub)
      expect(checks(server)).toEqual([`completed ${verdict}: ${verdict} of #7`])
    },
  )
})

import { describe, expect, it } from 'vitest'
import type { CheckClaim } from '../../src/domain/check/check-claim.ts'
import type { GitHub } from '../../src/ports/github.ts'
import { deliver } from '../../src/steps/deliver/deliver.ts'
import { confirmCheck, writeCheck } from '../../src/steps/deliver/write-check.ts'
import { base, connect, head, repositoryOf, silent, startAcme } from '../fakes/connected-github.ts'
import { createPull } from '../fakes/github-server/state.ts'
import type { GitHubServer } from '../fakes/github-server/start-github-server.ts'

/** Pull request 7 into main and 8 into old have the same head. */
async function startShared(): Promise<GitHubServer> {
  const server = await startAcme()
  const state = repositoryOf(server)
  state.pulls.push(createPull(state, { number: 8, head: { sha: head }, base: { sha: base, ref: 'old' } }))
  return server
}

const found = (pullRequest: number, result: CheckClaim['result'], run: number): CheckClaim => ({
  name: 'warpgauge',
  headCommit: head,
  pullRequest,
  base: { branch: pullRequest === 7 ? 'main' : 'old', commit: base },
  run: `${run}.1`,
  detailsUrl: null,
  title: `${result} of #${pullRequest}`,
  summary: `The report of #${pullRequest}.`,
  result,
})
const checks = (server: GitHubServer) =>
  repositoryOf(server).checkRuns.map(({ status, conclusion, title }) => `${status} ${conclusion}: ${title}`)

describe('two pull requests with one head commit', () => {
  it('T-39: a passed one leaves the failed check of the other alone, which names its pull request and base', async () => {
    await using server = await startShared()
    await writeCheck(found(7, 'failure', 1), connect(server))
    const written = await writeCheck(found(8, 'success', 2), connect(server))
    expect(checks(server)).toEqual(['completed failure: failure of #7'])
    expect(repositoryOf(server).checkRuns[0]?.summary).toContain('For pull request #7 into `main` at bbbbbbb.')
    expect(written.heldBy).toMatchObject({ pullRequest: 7, base: 'main', result: 'failure' })
    expect(server.violations).toEqual([])
  })

  it('T-39: a passed one waits for an open pull request into another base that was never measured', async () => {
    await using server = await startShared()
    const gitHub = connect(server)
    await writeCheck({ ...found(8, 'success', 1), sharing: [{ number: 7, baseBranch: 'main' }] }, gitHub)
    expect(checks(server)).toEqual(['in_progress null: Held by pull request #7 into `main`: not measured yet'])
    await writeCheck({ ...found(7, 'success', 2), sharing: [{ number: 8, baseBranch: 'old' }] }, gitHub)
    expect(checks(server)).toEqual(['completed success: success of #7'])
    await writeCheck({ ...found(7, 'failure', 3), sharing: [{ number: 8, baseBranch: 'old' }] }, gitHub)
    expect(checks(server)).toEqual(['completed failure: failure of #7'])
  })

  it('T-39: opening the second leaves a failed check failed, and takes back a passed one until it is measured', async () => {
    await using server = await startShared()
    const gitHub = connect(server)
    await writeCheck(found(8, 'success', 1), gitHub)
    await writeCheck(found(7, 'open', 2), gitHub)
    expect(checks(server)).toEqual(['in_progress null: open of #7'])
    await writeCheck(found(7, 'failure', 2), gitHub)
    await writeCheck(found(8, 'open', 3), gitHub)
    expect(checks(server)).toEqual(['completed failure: failure of #7'])
  })

  it('T-39: a newer result of the same pull request replaces its own, and nothing else', async () => {
    await using server = await startShared()
    const gitHub = connect(server)
    await writeCheck(found(7, 'failure', 1), gitHub)
    await writeCheck(found(8, 'neutral', 2), gitHub)
    await writeCheck(found(7, 'success', 3), gitHub)
    expect(checks(server)).toEqual(['completed neutral: Held by pull request #8 into `old`: neutral (run 2)'])
    expect(repositoryOf(server).checkRuns[0]?.summary).toContain('The report of #7.')
  })

  it('T-39: what was found for a pull request that is closed blocks no longer', async () => {
    await using server = await startShared()
    await writeCheck(found(7, 'failure', 1), connect(server))
    repositoryOf(server).pulls[0]!.state = 'closed'
    await writeCheck(found(8, 'success', 2), connect(server))
    expect(checks(server)).toEqual(['completed success: success of #8'])
  })

  it('T-39: a token that may not look at pull requests counts every result', async () => {
    await using server = await startAcme({ tokens: { writer: { checks: 'write' } } })
    await writeCheck(found(7, 'failure', 1), connect(server))
    await writeCheck(found(8, 'success', 2), connect(server))
    expect(checks(server)).toEqual(['completed failure: failure of #7'])
  })

  it('T-39: the check of another app with the same name says nothing for ours', async () => {
    await using server = await startShared()
    await writeCheck(found(7, 'failure', 1), connect(server))
    await writeCheck(found(7, 'success', 9), connect(server, { token: 'app' }))
    await writeCheck(found(8, 'success', 2), connect(server))
    expect(checks(server)).toEqual(['completed failure: failure of #7', 'completed success: success of #7'])
  })
})

describe('two runs that write in the same moment', () => {
  /** Reads the check, then waits for `gate` before it writes what it decided. */
  function delayed(gitHub: GitHub, gate: Promise<unknown>): GitHub {
    const changeCheckRun: GitHub['changeCheckRun'] = (place, decide) =>
      gitHub.changeCheckRun(place, async (stored) => {
        const content = await decide(stored)
        await gate
        return content
      })
    return { ...gitHub, changeCheckRun }
  }

  it('T-39: the failure that the other one has overwritten is written again', async () => {
    await using server = await startShared()
    await writeCheck(found(7, 'success', 1), connect(server))
    const gate = Promise.withResolvers<void>()
    const late = writeCheck(found(8, 'neutral', 2), delayed(connect(server), gate.promise))
    await expect.poll(() => server.requests.filter(({ operation }) => operation === 'pulls/get').length).toBe(1)
    const failed = found(7, 'failure', 3)
    await writeCheck(failed, connect(server))
    gate.resolve()
    await late
    expect(checks(server)).toEqual(['completed neutral: neutral of #8'])
    await confirmCheck(failed, connect(server))
    expect(checks(server)[0]).toContain('completed failure')
    await confirmCheck(found(8, 'neutral', 2), connect(server))
    expect(checks(server)[0]).toContain('completed failure')
  })

  it('T-39: both create a check, and both checks come to the worse result', async () => {
    await using server = await startShared()
    const gate = Promise.withResolvers<void>()
    const both = [found(7, 'failure', 1), found(8, 'success', 2)]
    const writing = both.map((claim) => writeCheck(claim, delayed(connect(server), gate.promise)))
    await expect
      .poll(() => server.requests.filter(({ operation }) => operation === 'checks/list-for-ref').length)
      .toBe(2)
    gate.resolve()
    await Promise.all(writing)
    await Promise.all(both.map((claim) => confirmCheck(claim, connect(server))))
    for (const claim of both) await confirmCheck(claim, connect(server))
    expect(repositoryOf(server).checkRuns.map(({ conclusion }) => conclusion)).toEqual(['failure', 'failure'])
  })

  it.each([1, 2, 3])('T-39: two deliveries at once end with the worse one (%d)', async () => {
    await using server = await startShared()
    const say = (claim: CheckClaim, conclusion: 'success' | 'failure') =>
      deliver(
        [
          { kind: 'check-run', ...claim, conclusion },
          { kind: 'sticky-comment', pullRequest: claim.pullRequest ?? 0, marker: '<!-- m -->', body: 'x <!-- m -->' },
        ],
        { ...claim, identity: { run: claim.run, detailsUrl: null } },
        { gitHub: connect(server), jobSummary: null, logger: silent },
      )
    await Promise.all([say(found(7, 'failure', 1), 'failure'), say(found(8, 'success', 2), 'success')])
    expect(new Set(repositoryOf(server).checkRuns.map(({ conclusion }) => conclusion))).toEqual(new Set(['failure']))
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

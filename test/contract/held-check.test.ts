import { describe, expect, it } from 'vitest'
import type { CheckClaim } from '../../src/domain/check/check-claim.ts'
import { holdCheck } from '../../src/steps/deliver/hold-check.ts'
import { writeCheck } from '../../src/steps/deliver/write-check.ts'
import { base, connect, head, repositoryOf, startAcme } from '../fakes/connected-github.ts'
import { createPull } from '../fakes/github-server/state.ts'
import type { GitHubServer } from '../fakes/github-server/start-github-server.ts'

const place = { name: 'warpgauge', headCommit: head }

const found = (pullRequest: number, branch: string, result: CheckClaim['result'], run: number): CheckClaim => ({
  ...place,
  pullRequest,
  base: { branch, commit: base },
  run: `${run}.1`,
  detailsUrl: null,
  title: `${result} of #${pullRequest}`,
  summary: `The report of #${pullRequest}.`,
  result,
})
const titles = (server: GitHubServer) =>
  repositoryOf(server).checkRuns.map(({ status, conclusion, title }) => `${status} ${conclusion}: ${title}`)
const open = (server: GitHubServer, number: number, ref: string) => {
  const state = repositoryOf(server)
  state.pulls.push(createPull(state, { number, head: { sha: head }, base: { sha: base, ref } }))
}
const retarget = (server: GitHubServer, ref: string) => Object.assign(repositoryOf(server).pulls[0]!.base, { ref })

describe('a check that passes for another base', () => {
  it('T-48: is taken back for a pull request that was opened with its head, and completed by its verdict', async () => {
    await using server = await startAcme()
    await writeCheck(found(7, 'main', 'success', 1), connect(server))
    open(server, 8, 'stable')
    expect(await holdCheck(place, connect(server))).toMatchObject({ pullRequest: 8, base: 'stable' })
    expect(titles(server)).toEqual(['in_progress null: Held by pull request #8 into `stable`: not measured yet'])
    await writeCheck(found(8, 'stable', 'success', 2), connect(server))
    expect(titles(server)).toEqual(['completed success: success of #8'])
    expect(server.violations).toEqual([])
  })

  it('T-48: is taken back when the base was changed, also after it was opened once more for the first one', async () => {
    await using server = await startAcme()
    await writeCheck(found(7, 'main', 'success', 1), connect(server))
    await writeCheck({ ...found(7, 'main', 'open', 2), base: null }, connect(server))
    retarget(server, 'stable')
    expect(await holdCheck(place, connect(server))).toMatchObject({ pullRequest: 7, base: 'stable' })
    expect(titles(server)[0]).toContain('in_progress')
  })

  it('T-48: waits for nothing when the pull request has its first base again, or is closed', async () => {
    await using server = await startAcme()
    open(server, 8, 'stable')
    await writeCheck(found(7, 'main', 'success', 1), connect(server))
    await holdCheck(place, connect(server))
    retarget(server, 'old')
    await holdCheck(place, connect(server))
    repositoryOf(server).pulls[1]!.state = 'closed'
    retarget(server, 'main')
    await writeCheck(found(7, 'main', 'success', 3), connect(server))
    expect(titles(server)).toEqual(['completed success: success of #7'])
  })

  it.each(['failure', 'open'] as const)('is left alone while it is in the state %s', async (result) => {
    await using server = await startAcme()
    await writeCheck(found(7, 'main', result, 1), connect(server))
    const before = structuredClone(repositoryOf(server).checkRuns)
    open(server, 8, 'stable')
    expect(await holdCheck(place, connect(server))).toBeNull()
    expect(repositoryOf(server).checkRuns).toEqual(before)
  })

  it('is left alone where every base was measured, and where there is none yet', async () => {
    await using server = await startAcme()
    expect(await holdCheck(place, connect(server))).toBeNull()
    expect(repositoryOf(server).checkRuns).toEqual([])
    await writeCheck(found(7, 'main', 'neutral', 1), connect(server))
    open(server, 9, 'main')
    expect(await holdCheck(place, connect(server))).toBeNull()
    expect(titles(server)).toEqual(['completed neutral: neutral of #7'])
    expect(server.requests.filter(({ operation }) => operation === 'pulls/get')).toEqual([])
  })

  it('is taken back among hundreds of pull requests and checks', async () => {
    await using server = await startAcme()
    await writeCheck(found(7, 'main', 'success', 1), connect(server))
    for (let number = 100; number < 320; number += 1) open(server, number, `${'long-'.repeat(30)}${number}`)
    expect(await holdCheck(place, connect(server))).not.toBeNull()
    expect(titles(server)[0]).toContain('in_progress')
    expect(repositoryOf(server).checkRuns[0]!.externalId.length).toBeLessThanOrEqual(250)
    const sharing = repositoryOf(server)
      .pulls.slice(1)
      .map(({ number, base: { ref } }) => ({ number, baseBranch: ref }))
    await writeCheck({ ...found(7, 'main', 'success', 2), sharing }, connect(server))
    expect(titles(server)[0]).toContain('in_progress')
    for (const pull of repositoryOf(server).pulls.slice(1)) pull.state = 'closed'
    await writeCheck(found(7, 'main', 'success', 3), connect(server))
    expect(titles(server)).toEqual(['completed success: success of #7'])
  })
})

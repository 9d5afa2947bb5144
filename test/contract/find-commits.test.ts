import { afterAll, describe, expect, it } from 'vitest'
import type { RunContext } from '../../src/domain/core/run-context.ts'
import { openGitRepository } from '../../src/io/git/simple-git-repository.ts'
import { findCommits } from '../../src/steps/trees/find-commits.ts'
import { createHub } from '../fakes/git-hub.ts'

const hub = createHub()
const { commits, env, git, folder } = hub

afterAll(() => hub[Symbol.dispose]())

/** Pull request 7 wants to merge `topic` into `main`. */
function contextWith(given: Partial<RunContext> = {}): RunContext {
  return {
    event: 'pull_request',
    trust: 'collaborator',
    repository: null,
    workspace: folder,
    headCommit: commits.topic,
    baseCommit: commits.fork,
    baseBranch: 'main',
    pullRequest: 7,
    runUrl: null,
    runKey: '1',
    measuredBy: null,
    ...given,
  }
}

const asMerged = {
  head: { ref: 'refs/pull/7/merge', commit: commits.merge },
  mergeBase: commits.main,
  checked: commits.topic,
  base: { branch: 'main', tip: commits.main },
  testMerge: { commit: commits.merge, head: commits.topic, base: commits.main, branch: 'main' },
}
const asHead = { head: { commit: commits.topic }, mergeBase: commits.fork, checked: commits.topic, testMerge: null }

async function find(clone: string, given: Partial<RunContext> = {}, measure: 'merge' | 'head' = 'merge') {
  return await findCommits(contextWith(given), await openGitRepository(clone, { env }), measure)
}

function withoutRemote(clone: string): string {
  git(clone, 'remote', 'set-url', 'origin', `file://${folder}/gone.git`)
  return clone
}

describe.concurrent('a pull request is measured as it would be merged', () => {
  it('where the event runs at its merge', async () => {
    expect(await find(hub.shallowClone(), { mergeCommit: commits.merge })).toEqual(asMerged)
  })

  it('where another event names only the pull request: its merge is fetched', async () => {
    expect(await find(hub.fullClone(), { event: 'push', baseCommit: null })).toEqual(asMerged)
    expect(await find(hub.fullClone(), { mergeCommit: 'f'.repeat(40) })).toEqual(asMerged)
  })

  it('where nothing can be fetched, by what the checkout left', async () => {
    const clone = hub.fullClone()
    git(clone, 'fetch', '--quiet', 'origin', 'refs/pull/7/merge:refs/remotes/pull/7/merge')
    expect(await find(withoutRemote(clone))).toEqual(asMerged)
  })

  it('where the event names no branch, by the tip that it tells', async () => {
    const { baseBranch: _none, ...context } = contextWith()
    const found = await findCommits(context, await openGitRepository(hub.fullClone(), { env }))
    expect(found).toMatchObject({ mergeBase: commits.main, base: { branch: null, tip: commits.main } })
  })
})

describe.concurrent('the head itself is measured', () => {
  it('where nobody made a merge of it', async () => {
    expect(await find(hub.fullClone(), { pullRequest: 9 })).toMatchObject(asHead)
    expect(await find(withoutRemote(hub.fullClone()))).toMatchObject(asHead)
  })

  it('where the merge is of another head', async () => {
    const found = await find(hub.fullClone(), { headCommit: commits.fork, mergeCommit: commits.merge })
    expect(found).toMatchObject({ head: { commit: commits.fork }, testMerge: null })
  })

  it('where it was merged into something else than the base branch', async () => {
    const clone = hub.fullClone()
    const elsewhere = git(clone, 'commit-tree', 'HEAD^{tree}', '-p', commits.fork, '-m', 'never merged')
    const crafted = git(clone, 'commit-tree', 'HEAD^{tree}', '-p', elsewhere, '-p', commits.topic, '-m', 'merge')
    expect(await find(clone, { pullRequest: 9, mergeCommit: crafted })).toMatchObject(asHead)
  })

  it('by the name that a local run gives it', async () => {
    const found = await find(hub.fullClone(), { pullRequest: null, headName: 'working tree' })
    expect(found).toMatchObject({ ...asHead, head: { ref: 'working tree', commit: commits.topic } })
  })

  it('where the config asks for it, and by the tip of the base', async () => {
    const found = await find(hub.shallowClone(), { mergeCommit: commits.merge }, 'head')
    expect(found).toMatchObject({ ...asHead, base: { branch: 'main', tip: commits.main } })
  })
})

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGitCommitLog } from '../../src/io/git/clone-facts.ts'
import { gitEnvironment, gitWith } from '../fakes/git.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-log-'))
const env = gitEnvironment(folder)
const git = gitWith(env)
const writer = join(folder, 'writer')
const hub = join(folder, 'hub.git')
const commit = (message: string): string => {
  git(writer, 'commit', '--quiet', '--allow-empty', '-m', message)
  return git(writer, 'rev-parse', 'HEAD')
}
const push = (): string => git(writer, 'push', '--quiet', '--force', 'origin', 'HEAD:main')
let clones = 0
const clone = (...options: readonly string[]): string => {
  const path = join(folder, `clone-${(clones += 1)}`)
  git(folder, 'clone', '--quiet', ...options, `file://${hub}`, path)
  return path
}

let root: string
beforeAll(() => {
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', hub)
  git(folder, 'init', '--quiet', '--initial-branch=main', writer)
  git(writer, 'remote', 'add', 'origin', hub)
  root = commit('Root')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the log of a clone', () => {
  it('gives a commit a higher number than each of its ancestors, also those on merged side branches', async () => {
    git(writer, 'checkout', '--quiet', '-B', 'merging', root)
    const main = [commit('One'), commit('Two')]
    git(writer, 'checkout', '--quiet', '-b', 'side', root)
    const side = ['a', 'b', 'c', 'd'].map(commit)
    git(writer, 'checkout', '--quiet', 'merging')
    git(writer, 'merge', '--quiet', '--no-ff', '-m', 'Merge', 'side')
    const merge = git(writer, 'rev-parse', 'HEAD')
    const next = commit('Next')
    const log = await openGitCommitLog(writer, env)
    const orders = new Map<string, number>()
    for (const id of [root, ...main, ...side, merge, next]) orders.set(id, (await log.locateCommit(id)).order)
    const lines = [
      [root, ...main, merge, next],
      [root, ...side, merge, next],
    ]
    for (const line of lines) {
      const found = line.map((id) => orders.get(id) ?? 0)
      expect(found).toEqual(found.toSorted((one, other) => one - other))
      expect(new Set(found).size).toBe(line.length)
    }
    expect([await log.isAncestor(side[0]!, next), await log.isAncestor(side[0]!, main[1]!)]).toEqual([true, false])
  })

  it('knows after a force push that a clone without the old commits lacks nothing of the branch', async () => {
    git(writer, 'checkout', '--quiet', '-B', 'old', root)
    const gone = [commit('Old 1'), commit('Old 2')]
    push()
    const before = clone()
    git(writer, 'checkout', '--quiet', '-B', 'new', root)
    const now = commit('New 1')
    push()
    const after = clone()
    const log = await openGitCommitLog(after, env)
    for (const id of gone)
      expect([await log.isAncestor(id, now), await log.isAncestor(now, id)]).toEqual([false, false])
    // One that has the old commits, and not yet the new one.
    const stale = await openGitCommitLog(before, env)
    expect(await stale.isAncestor(gone[0]!, now)).toBe(false)
    expect(await stale.isAncestor(root, now)).toBe(true)
  })

  it('does not take a failure of git for an answer: a commit may still be on the branch', async () => {
    git(writer, 'checkout', '--quiet', '-B', 'damaged', root)
    const [first, middle, last] = [commit('First'), commit('Middle'), commit('Last')]
    const damaged = join(folder, 'damaged')
    cpSync(writer, damaged, { recursive: true })
    rmSync(join(damaged, '.git', 'objects', middle.slice(0, 2), middle.slice(2)), { force: true })
    expect(await (await openGitCommitLog(damaged, env)).isAncestor(first, last)).toBeNull()
  })

  it('fetches what was pushed since the clone was made, and does not guess without its remote or in a shallow clone', async () => {
    git(writer, 'checkout', '--quiet', '-B', 'later', root)
    const first = commit('First')
    push()
    const [full, alone, shallow] = [clone(), clone(), clone('--depth=1')]
    git(alone, 'remote', 'remove', 'origin')
    const second = commit('Second')
    push()
    const ask = async (path: string) => await (await openGitCommitLog(path, env)).isAncestor(first, second)
    expect([await ask(full), await ask(alone), await ask(shallow)]).toEqual([true, null, null])
    // A complete clone has every ancestor of a commit that it has.
    expect(await (await openGitCommitLog(alone, env)).isAncestor(second, first)).toBe(false)
  })
})

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { chooseSides } from '../../src/cli/ab/choose-sides.ts'
import { findDefaultBranch, findPathInTree, isShallowClone, commitWorkingTree } from '../../src/io/git/clone-facts.ts'
import { createHub } from '../fakes/git-hub.ts'

const hub = createHub()
afterAll(() => hub[Symbol.dispose]())

let clone: string
const git = (...args: readonly string[]): string => hub.git(clone, ...args)
const write = (path: string, text: string): void => writeFileSync(join(clone, path), text)
beforeEach(() => {
  clone = hub.fullClone()
})

/** Everything of a clone that must not change. */
function readState() {
  return {
    index: readFileSync(join(clone, '.git/index')),
    refs: git('for-each-ref'),
    head: git('rev-parse', 'HEAD'),
    status: git('status', '--porcelain', '--ignored'),
  }
}

describe('the commit of a working tree', () => {
  it('has changed, staged, deleted and untracked files, and no ignored ones', async () => {
    const [file = ''] = git('ls-files').split('\n')
    write('staged.txt', 'staged\n')
    git('add', 'staged.txt')
    write('staged.txt', 'changed after staging\n')
    mkdirSync(join(clone, 'new'))
    write('new/file.txt', 'untracked\n')
    write('.gitignore', 'ignored.txt\n')
    write('ignored.txt', 'ignored\n')
    rmSync(join(clone, file))
    const before = readState()
    const made = await commitWorkingTree(clone, hub.env)
    expect(readState()).toEqual(before)
    const commit = made?.commit ?? ''
    expect(made?.files.toSorted()).toEqual(['.gitignore', file, 'new/file.txt', 'staged.txt'].toSorted())
    expect(git('show', `${commit}:staged.txt`)).toBe('changed after staging')
    expect(git('rev-parse', `${commit}^`)).toBe(before.head)
    expect(git('for-each-ref', '--contains', commit)).toBe('')
  })

  it('has a change of equal size right after a commit', async () => {
    write('size.txt', 'one\n')
    git('add', 'size.txt')
    git('commit', '--quiet', '-m', 'One')
    write('size.txt', 'two\n')
    expect((await commitWorkingTree(clone, hub.env))?.files).toEqual(['size.txt'])
  })

  it('does not exist for a clean tree, also with run folders in it', async () => {
    expect(await commitWorkingTree(clone, hub.env)).toBeNull()
    mkdirSync(join(clone, '.warpgauge/runs'), { recursive: true })
    write('.warpgauge/runs/run.json', '{}')
    expect(await commitWorkingTree(clone, hub.env)).toBeNull()
  })

  it('has no changes inside a submodule, of which ab warns', async () => {
    git('-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', hub.source, 'libs/core engine')
    git('commit', '--quiet', '-m', 'Submodule')
    const warnings: string[] = []
    const warn = (text: string): void => void warnings.push(text)
    const request = { workspace: clone, base: 'HEAD~1', commands: null, environment: hub.env, warn }
    await chooseSides(request)
    expect(warnings).toEqual([])
    const [file = ''] = git('-C', 'libs/core engine', 'ls-files').split('\n')
    write(`libs/core engine/${file}`, 'changed\n')
    await chooseSides(request)
    expect(warnings).toEqual([expect.stringMatching(/^uncommitted changes inside libs\/core engine are not measured/)])
  })

  it('has the same id for the same content, from any directory and without an index', async () => {
    mkdirSync(join(clone, 'deep'))
    write('deep/file.txt', 'one\n')
    const one = await commitWorkingTree(clone, hub.env)
    expect(await commitWorkingTree(join(clone, 'deep'), hub.env)).toEqual(one)
    rmSync(join(clone, '.git/index'))
    expect(await commitWorkingTree(clone, hub.env)).toEqual(one)
    expect(existsSync(join(clone, '.git/index'))).toBe(false)
    write('deep/file.txt', 'two\n')
    expect((await commitWorkingTree(clone, hub.env))?.commit).not.toBe(one?.commit)
  })

  it('names the failure where there is no repository', async () => {
    await expect(commitWorkingTree(hub.folder, hub.env)).rejects.toThrow('git could not record the uncommitted changes')
  })
})

describe('the default branch', () => {
  it('is that of the remote, also when it was renamed after the clone was made', async () => {
    using own = createHub()
    const mine = own.fullClone()
    const served = join(own.folder, 'hub.git')
    own.git(served, 'branch', '--move', 'main', 'trunk')
    own.git(served, 'symbolic-ref', 'HEAD', 'refs/heads/trunk')
    own.git(mine, 'checkout', '--quiet', '-b', 'mine', own.commits.topic)
    const choose = () => {
      const warnings: string[] = []
      const warn = (text: string) => void warnings.push(text)
      const request = { workspace: mine, base: null, commands: null, environment: own.env, warn }
      return chooseSides(request).then(({ base, baseCommit }) => ({ text: base.text, baseCommit, warnings }))
    }
    const text = (name: string) => `${own.commits.fork.slice(0, 7)} (merge base with ${name})`
    expect(await choose()).toEqual({ text: text('origin/trunk'), baseCommit: own.commits.fork, warnings: [] })
    own.git(mine, 'remote', 'set-url', 'origin', `file://${own.folder}/gone.git`)
    expect(await choose()).toMatchObject({ text: text('origin/main'), warnings: [expect.stringContaining('outdated')] })
  })

  it('is the one that the remote names', async () => {
    const { commits } = hub
    expect(await findDefaultBranch(clone, hub.env)).toEqual({ name: 'origin/main', commit: commits.main })
    git('update-ref', 'refs/remotes/origin/trunk', commits.topic)
    git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk')
    expect(await findDefaultBranch(clone, hub.env)).toEqual({ name: 'origin/trunk', commit: commits.topic })
  })

  it('is asked for at its remote, because the clone may know an old tip', async () => {
    const full = hub.fullClone()
    hub.git(full, 'update-ref', 'refs/remotes/origin/main', hub.commits.fork)
    hub.git(full, 'commit', '--quiet', '--allow-empty', '-m', 'more')
    const request = { workspace: full, base: null, commands: null, environment: hub.env, warn: () => {} }
    expect((await chooseSides(request)).baseCommit).toBe(hub.commits.main)
  })

  it('is main or master of a clone without a remote, or none', async () => {
    git('remote', 'remove', 'origin')
    expect(await findDefaultBranch(clone, hub.env)).toMatchObject({ name: 'main' })
    git('branch', '--move', 'main', 'master')
    expect(await findDefaultBranch(clone, hub.env)).toMatchObject({ name: 'master' })
    git('branch', '--move', 'master', 'develop')
    expect(await findDefaultBranch(clone, hub.env)).toBeNull()
  })
})

describe('a clone', () => {
  it('is shallow or complete', async () => {
    expect([await isShallowClone(clone, hub.env), await isShallowClone(hub.shallowClone(), hub.env)]).toEqual([
      false,
      true,
    ])
  })

  it('has a path for each directory of its tree', async () => {
    mkdirSync(join(clone, 'one/two words'), { recursive: true })
    expect(await findPathInTree(clone, hub.env)).toBe('')
    expect(await findPathInTree(join(clone, 'one/two words'), hub.env)).toBe('one/two words')
    await expect(findPathInTree(hub.folder, hub.env)).rejects.toThrow('not a git repository')
  })
})

import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { EnvironmentError } from '../../src/domain/errors.ts'
import { openGitRepository } from '../../src/io/simple-git-repository.ts'
import { createHub } from '../fakes/git-hub.ts'

const hub = createHub()
const { folder, env, commits, git, shallowClone, fullClone } = hub
const sharedFull = fullClone()

afterAll(() => hub[Symbol.dispose]())

function worktreeRecords(clone: string): string[] {
  const records = join(clone, '.git/worktrees')
  return existsSync(records) ? readdirSync(records) : []
}

describe.concurrent('a checked-out tree', () => {
  it('holds the commit beside a dirty working tree, which stays as it was (F-24, W32)', async () => {
    const clone = fullClone()
    writeFileSync(join(clone, 'pipeline.py'), 'print("dirty")\n')
    writeFileSync(join(clone, 'new.txt'), 'untracked\n')
    const before = [git(clone, 'status', '--porcelain'), git(clone, 'rev-parse', 'HEAD'), git(clone, 'stash', 'list')]
    const repository = await openGitRepository(clone, { env })
    const directory = join(folder, 'tree-a')
    {
      await using tree = await repository.checkOut(commits.tagged, directory)
      expect(readFileSync(join(tree.path, 'pipeline.py'), 'utf8')).toBe('print(1)\n')
      writeFileSync(join(tree.path, 'left.o'), 'compiled')
    }
    const after = [git(clone, 'status', '--porcelain'), git(clone, 'rev-parse', 'HEAD'), git(clone, 'stash', 'list')]
    expect(after).toEqual(before)
    expect(readFileSync(join(clone, 'pipeline.py'), 'utf8')).toBe('print("dirty")\n')
    expect(existsSync(directory)).toBe(false)
    expect(worktreeRecords(clone)).toEqual([])
  })

  it('comes from a shallow clone too', async () => {
    const clone = shallowClone()
    const repository = await openGitRepository(clone, { env })
    const tagged = await repository.resolve('v1.0')
    await using tree = await repository.checkOut(tagged ?? '', join(folder, 'tree-b'))
    expect(readFileSync(join(tree.path, 'pipeline.py'), 'utf8')).toBe('print(1)\n')
  })

  it('T-04: runs no hook and no file-system monitor of the clone', async () => {
    const clone = fullClone()
    const witness = join(folder, 'witness')
    const script = join(clone, '.git/hooks/post-checkout')
    mkdirSync(dirname(script), { recursive: true })
    writeFileSync(script, `#!/bin/sh\ntouch ${witness}\n`)
    chmodSync(script, 0o755)
    git(clone, 'config', 'core.fsmonitor', script)
    const repository = await openGitRepository(clone, { env })
    await using tree = await repository.checkOut(commits.tagged, join(folder, 'tree-c'))
    await repository.uncommittedFiles()
    expect(existsSync(join(tree.path, 'pipeline.py'))).toBe(true)
    expect(existsSync(witness)).toBe(false)
  })

  it('of a run that was killed is removed when the repository is opened again', async () => {
    const clone = fullClone()
    const directory = join(folder, 'tree-d')
    const module = join(import.meta.dirname, '../../src/io/simple-git-repository.ts')
    const script = `
      const { openGitRepository } = await import(${JSON.stringify(module)})
      const repository = await openGitRepository(${JSON.stringify(clone)})
      await repository.checkOut(${JSON.stringify(commits.tagged)}, ${JSON.stringify(directory)})
      process.kill(process.pid, 'SIGKILL')`
    const killed = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env })
    expect(killed.signal).toBe('SIGKILL')
    expect(worktreeRecords(clone)).toHaveLength(1)
    await openGitRepository(clone, { env })
    expect(worktreeRecords(clone)).toEqual([])
    expect(existsSync(directory)).toBe(false)
  })

  it('of someone else, and of a run that is still going on, is left alone', async () => {
    const clone = fullClone()
    const repository = await openGitRepository(clone, { env })
    await using tree = await repository.checkOut(commits.tagged, join(folder, 'tree-e'))
    git(clone, 'worktree', 'add', '--quiet', '--detach', join(folder, 'tree-f'))
    await openGitRepository(clone, { env })
    expect(existsSync(tree.path)).toBe(true)
    expect(worktreeRecords(clone)).toEqual(['tree-e', 'tree-f'])
  })

  it('whose directory is gone leaves no record behind', async () => {
    const clone = fullClone()
    git(clone, 'worktree', 'add', '--quiet', '--detach', join(folder, 'tree-g'))
    rmSync(join(folder, 'tree-g'), { recursive: true })
    await openGitRepository(clone, { env })
    expect(worktreeRecords(clone)).toEqual([])
  })

  it('can be checked out again at a place from which it was deleted by hand', async () => {
    const repository = await openGitRepository(sharedFull, { env })
    const directory = join(folder, 'tree-h')
    await repository.checkOut(commits.tagged, directory)
    rmSync(directory, { recursive: true })
    await using tree = await repository.checkOut(commits.fork, directory)
    expect(readFileSync(join(tree.path, 'pipeline.py'), 'utf8')).toBe('print(2)\n')
  })

  it('stays as an ordinary directory once it is detached', async () => {
    const clone = fullClone()
    const repository = await openGitRepository(clone, { env })
    const directory = join(folder, 'tree-i')
    {
      await using tree = await repository.checkOut(commits.tagged, directory)
      await repository.detach(tree)
    }
    expect(readdirSync(directory).toSorted()).toEqual(['notes.txt', 'pipeline.py'])
    expect(worktreeRecords(clone)).toEqual([])
  })

  it('does not replace a directory that holds something else', async () => {
    const directory = join(folder, 'occupied')
    mkdirSync(directory)
    writeFileSync(join(directory, 'thesis.txt'), 'x')
    const repository = await openGitRepository(sharedFull, { env })
    await expect(repository.checkOut(commits.tagged, directory)).rejects.toThrow(EnvironmentError)
    expect(readdirSync(directory)).toEqual(['thesis.txt'])
  })
})

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

/** Everything in the `.git` of a clone, with the contents of what decides how git works. */
function gitDirectory(clone: string): string[] {
  const directory = join(clone, '.git')
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).toSorted()
  return [...names, ...['config', 'HEAD', 'packed-refs'].map((name) => readIfThere(join(directory, name)))]
}

const readIfThere = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

describe.concurrent('a checked-out tree', () => {
  it('holds the commit beside a dirty working tree, which stays as it was (F-24, W32)', async () => {
    const clone = fullClone()
    writeFileSync(join(clone, 'pipeline.py'), 'print("dirty")\n')
    writeFileSync(join(clone, 'new.txt'), 'untracked\n')
    const look = () => [git(clone, 'status', '--porcelain'), git(clone, 'rev-parse', 'HEAD'), ...gitDirectory(clone)]
    const before = look()
    const repository = await openGitRepository(clone, { env })
    const directory = join(folder, 'tree-a')
    {
      await using tree = await repository.checkOut(commits.tagged, directory)
      expect(readFileSync(join(tree.path, 'pipeline.py'), 'utf8')).toBe('print(1)\n')
      writeFileSync(join(tree.path, 'left.o'), 'compiled')
    }
    expect(look()).toEqual(before)
    expect(readFileSync(join(clone, 'pipeline.py'), 'utf8')).toBe('print("dirty")\n')
    expect(existsSync(directory)).toBe(false)
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

  it('can be checked out again at a place from which it was deleted by hand', async () => {
    const repository = await openGitRepository(sharedFull, { env })
    const directory = join(folder, 'tree-h')
    await repository.checkOut(commits.tagged, directory)
    rmSync(directory, { recursive: true })
    await using tree = await repository.checkOut(commits.fork, directory)
    expect(readFileSync(join(tree.path, 'pipeline.py'), 'utf8')).toBe('print(2)\n')
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

import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { GitRepositoryOptions } from '../../src/io/git/clone.ts'
import { openGitRepository } from '../../src/io/git/simple-git-repository.ts'
import { createHub } from '../fakes/git-hub.ts'

const hub = createHub()
const { folder, env, commits, git, fullClone, source } = hub

afterAll(() => hub[Symbol.dispose]())

/** The repository of a clone, and what it warned of. */
async function open(clone: string, options: GitRepositoryOptions = {}) {
  const warnings: string[] = []
  const warn = (message: string): void => void warnings.push(message)
  const repository = await openGitRepository(clone, { env, warn, ...options })
  const resolve = (name: string) => repository.resolve(name)
  return { ...repository, resolve, warnings }
}

describe.concurrent('T-29: the remote decides what a name is', () => {
  it('against a local branch of the name of its tag', async () => {
    const clone = fullClone()
    git(clone, 'branch', 'v1.0', commits.main)
    const { resolve, warnings } = await open(clone)
    expect(await resolve('v1.0')).toBe(commits.tagged)
    expect(warnings).toEqual([])
  })

  it('and warns where it has a tag and a branch of one name', async () => {
    const clone = fullClone()
    git(clone, 'push', '--quiet', 'origin', `${commits.tagged}:refs/tags/twin`, `${commits.main}:refs/heads/twin`)
    const { resolve, warnings } = await open(clone)
    expect(await resolve('twin')).toBe(commits.tagged)
    expect(warnings).toEqual([
      expect.stringMatching(/^twin is refs\/tags\/twin \(.{7}\) and refs\/heads\/twin \(.{7}\); the first is used/),
    ])
    expect(await resolve('refs/heads/twin')).toBe(commits.main)
  })

  it('against a stale local tag, which stays as it is', async () => {
    const clone = fullClone()
    git(clone, 'tag', 'v1.0', commits.main)
    expect(await (await open(clone)).resolve('v1.0')).toBe(commits.tagged)
    expect(git(clone, 'rev-parse', 'refs/tags/v1.0')).toBe(commits.main)
  })

  it('against a stale branch, by its short name and as the clone follows it', async () => {
    const clone = fullClone()
    git(clone, 'update-ref', 'refs/remotes/origin/topic', commits.main)
    git(clone, 'branch', 'topic', commits.main)
    const { resolve } = await open(clone)
    for (const name of ['topic', 'origin/topic', 'refs/remotes/origin/topic', 'refs/heads/topic'])
      expect(await resolve(name)).toBe(commits.topic)
  })

  it('and a person is warned of commits of a local branch that were not pushed', async () => {
    const clone = fullClone()
    git(clone, 'checkout', '--quiet', '-B', 'topic', 'origin/topic')
    git(clone, 'commit', '--quiet', '--allow-empty', '-m', 'Not pushed')
    const own = git(clone, 'rev-parse', 'HEAD')
    for (const [localNames, count] of [
      // The same for both names.
      ['all', 1],
      ['fetched', 0],
    ] as const) {
      const { resolve, warnings } = await open(clone, { localNames })
      expect([await resolve('topic'), await resolve('refs/heads/topic')]).toEqual([commits.topic, commits.topic])
      expect(warnings).toHaveLength(count)
      for (const text of warnings) expect(text).toContain(`1 unpushed commit. Name its commit (${own.slice(0, 12)})`)
    }
  })

  it.each(['none', 'fetched'] as const)(
    'against a name that it does not have, in a workflow (%s)',
    async (localNames) => {
      const clone = fullClone()
      git(clone, 'tag', 'deleted', commits.tagged)
      git(clone, 'branch', 'v9.9', commits.main)
      const { resolve } = await open(clone, { localNames })
      expect([await resolve('deleted'), await resolve('v9.9')]).toEqual([null, null])
      expect(await resolve(commits.main.slice(0, 10))).toBe(commits.main)
    },
  )

  it('unless a person names what was never pushed, and then says so', async () => {
    const clone = fullClone()
    git(clone, 'branch', 'mine', commits.fork)
    const { resolve, warnings } = await open(clone)
    expect(await resolve('mine')).toBe(commits.fork)
    expect(warnings).toEqual(['origin has no mine; refs/heads/mine of this clone is used'])
  })
})

describe.concurrent('T-29: a remote that cannot be asked', () => {
  const unreachable = (): string => {
    const clone = fullClone()
    git(clone, 'remote', 'set-url', 'origin', `file://${folder}/gone.git`)
    git(clone, 'branch', 'v1.0', commits.main)
    return clone
  }

  it('is an error where there is a token', async () => {
    const clone = unreachable()
    git(clone, 'tag', 'v1.0', commits.tagged)
    await expect((await open(clone, { localNames: 'none' })).resolve('v1.0')).rejects.toThrow(
      'git could not resolve v1.0',
    )
  })

  it('leaves what was fetched, with a warning, and never a local branch', async () => {
    const clone = unreachable()
    const { resolve, warnings } = await open(clone, { localNames: 'fetched' })
    await expect(resolve('v1.0')).rejects.toThrow('git could not resolve v1.0')
    git(clone, 'tag', 'v1.0', commits.tagged)
    expect(await resolve('v1.0')).toBe(commits.tagged)
    expect(warnings[0]).toMatch(/^origin could not be queried for v1\.0 .* refs\/tags\/v1\.0 of this clone is used/)
  })

  it('leaves a person the names of the clone, with a warning', async () => {
    const { resolve, warnings } = await open(unreachable())
    expect(await resolve('v1.0')).toBe(commits.main)
    expect(warnings[0]).toContain('refs/heads/v1.0 of this clone is used, which may be outdated')
  })
})

describe.concurrent('T-29: a clone without a remote', () => {
  it('has tags before branches, and names both where they differ', async () => {
    const copy = join(folder, 'alone')
    git(folder, 'clone', '--quiet', source, copy)
    git(copy, 'remote', 'remove', 'origin')
    git(copy, 'branch', 'v1.0', commits.main)
    const { resolve, warnings } = await open(copy)
    expect(await resolve('v1.0')).toBe(commits.tagged)
    expect(warnings[0]).toMatch(
      /^v1\.0 is refs\/tags\/v1\.0 \(.{7}\) and refs\/heads\/v1\.0 \(.{7}\); the first is used/,
    )
  })
})

describe.concurrent('T-30: what measured code may have left in the .git of a clone', () => {
  it('changes nothing that is read: replaced objects, grafts, a false commit graph', async () => {
    const clone = fullClone()
    git(clone, 'replace', commits.tagged, commits.main)
    git(clone, 'replace', git(clone, 'rev-parse', `${commits.fork}:pipeline.py`), blob(clone, 'print("forged")\n'))
    mkdirSync(join(clone, '.git/info'), { recursive: true })
    writeFileSync(join(clone, '.git/info/grafts'), `${commits.topic} ${commits.tagged}\n`)
    const repository = await open(clone)
    expect(await repository.readAt(commits.fork, 'pipeline.py')).toBe('print(2)\n')
    expect(await repository.readAt(commits.tagged, 'pipeline.py')).toBe('print(1)\n')
    expect(await repository.findMergeBase(commits.main, commits.topic)).toBe(commits.fork)
  })

  it.each(['pipeline.py', 'baselines'])('is found where it is the object of %s itself', async (name) => {
    const clone = fullClone()
    const id = git(clone, 'rev-parse', `${commits.fork}:${name}`)
    const other = name === 'baselines' ? git(clone, 'rev-parse', `${commits.tagged}^{tree}`) : blob(clone, 'forged\n')
    forge(clone, id, other)
    const repository = await open(clone)
    const path = name === 'baselines' ? 'baselines/a.json' : name
    await expect(repository.readAt(commits.fork, path)).rejects.toThrow(
      `for the ${name === path ? 'blob' : 'tree'} ${id}`,
    )
    await expect(repository.checkOut(commits.fork, `${clone}-tree`)).rejects.toThrow(id)
  })

  function blob(clone: string, text: string): string {
    writeFileSync(join(clone, 'forged'), text)
    return git(clone, 'hash-object', '-w', 'forged')
  }

  /** Puts the bytes of another object under an id, as whoever may write to `.git` can. */
  function forge(clone: string, id: string, other: string): void {
    const objects = join(clone, '.git/objects')
    const packs = `${clone}-packs`
    renameSync(join(objects, 'pack'), packs)
    for (const pack of globSync('*.pack', { cwd: packs }))
      execFileSync('git', ['unpack-objects', '-q'], { cwd: clone, env, input: readFileSync(join(packs, pack)) })
    const place = (name: string): string => join(objects, name.slice(0, 2), name.slice(2))
    rmSync(place(id), { force: true })
    copyFileSync(place(other), place(id))
  }
})

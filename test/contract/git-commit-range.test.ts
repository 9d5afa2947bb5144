import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UserError } from '../../src/domain/core/errors.ts'
import { openGitRepository } from '../../src/io/git/simple-git-repository.ts'
import { gitEnvironment, gitWith } from '../fakes/git.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-range-'))
const env = gitEnvironment(folder, 'A | *b*')
const git = gitWith(env).bind(null, folder)
const commit = (message: string): string => {
  git('commit', '--quiet', '--allow-empty', '-m', message)
  return git('rev-parse', 'HEAD')
}

const ids: Record<string, string> = {}
beforeAll(() => {
  git('init', '--quiet', '--initial-branch=main')
  ids['good'] = commit('The good one')
  ids['one'] = commit('One')
  git('checkout', '--quiet', '-b', 'side')
  ids['side'] = commit('On the side')
  git('checkout', '--quiet', 'main')
  ids['two'] = commit('Two\n\nwith a body\x1b[31m\n\n%H %x00')
  git('merge', '--quiet', '--no-ff', '-m', 'Merge of the side', 'side')
  ids['merge'] = git('rev-parse', 'HEAD')
  ids['bad'] = commit('`--format=%H` $(x) ::error::y')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const namesOf = (commits: readonly { commit: string }[]): (string | undefined)[] =>
  commits.map((one) => Object.entries(ids).find(([, id]) => id === one.commit)?.[0])

describe('the commits of a range', () => {
  it('come parents first, with the sides of merges, and end at the bad one', async () => {
    const repository = await openGitRepository(folder, { env })
    const range = await repository.listCommitsBetween(ids['good']!, ids['bad']!, false)
    expect(new Set(namesOf(range))).toEqual(new Set(['bad', 'merge', 'one', 'side', 'two']))
    expect(range.at(-1)?.commit).toBe(ids['bad'])
    for (const [index, { parents }] of range.entries()) {
      const earlier = range.slice(0, index).map((one) => one.commit)
      expect(parents.every((parent) => parent === ids['good'] || earlier.includes(parent))).toBe(true)
    }
    expect(range.find((one) => one.commit === ids['merge'])?.parents).toEqual([ids['two'], ids['side']])
  })

  it('are those of the branch itself with first parents, one leading to the next', async () => {
    const repository = await openGitRepository(folder, { env })
    const range = await repository.listCommitsBetween(ids['good']!, ids['bad']!, true)
    expect(namesOf(range)).toEqual(['one', 'two', 'merge', 'bad'])
    expect(range.map(({ parents }) => parents)).toEqual([[ids['good']], [ids['one']], [ids['two']], [ids['merge']]])
  })

  it('tell subject and author as they were written, whatever they hold', async () => {
    const repository = await openGitRepository(folder, { env })
    const range = await repository.listCommitsBetween(ids['good']!, ids['bad']!, true)
    const subjects = range.map(({ subject }) => subject)
    expect(subjects).toEqual(['One', 'Two', 'Merge of the side', '`--format=%H` $(x) ::error::y'])
    expect(range[0]).toMatchObject({ author: 'A | *b*', committedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/) })
  })

  it('are none when the good one is the bad one', async () => {
    const repository = await openGitRepository(folder, { env })
    expect(await repository.listCommitsBetween(ids['good']!, ids['good']!, false)).toEqual([])
  })

  it('are asked for by full ids only', async () => {
    const repository = await openGitRepository(folder, { env })
    await expect(repository.listCommitsBetween('--output=/tmp/x', ids['bad']!, false)).rejects.toBeInstanceOf(UserError)
    await expect(repository.listCommitsBetween(ids['good']!, 'main', false)).rejects.toBeInstanceOf(UserError)
  })
})

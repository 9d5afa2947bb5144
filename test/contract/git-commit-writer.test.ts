import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGitCommitWriter } from '../../src/io/git/simple-git-repository.ts'
import { createHub, type Hub } from '../fakes/git-hub.ts'

let hub: Hub
beforeAll(() => {
  hub = createHub()
})
afterAll(() => hub[Symbol.dispose]())

const atHub = (...args: readonly string[]): string => hub.git(`${hub.folder}/hub.git`, ...args)
const request = { branch: 'topic', headline: 'Merge', changes: { 'baselines/b.json': '{"b": 1}\n' } }

describe.each(['shallow', 'full'] as const)('a commit made in a %s clone', (kind) => {
  it('has both parents, takes over one tree, moves the branch from where it was expected and from nowhere else', async () => {
    const clone = kind === 'shallow' ? hub.shallowClone() : hub.fullClone()
    const writer = await openGitCommitWriter(clone, { env: hub.env })
    const expectedHead = atHub('rev-parse', 'topic')
    const made = await writer.commit({ ...request, expectedHead, takesOver: hub.commits.main })
    expect(made).toEqual({ kind: 'written', commit: atHub('rev-parse', 'topic') })
    expect(atHub('log', '-1', '--format=%P %s', 'topic')).toBe(`${expectedHead} ${hub.commits.main} Merge`)
    expect(atHub('diff', '--name-status', 'main', 'topic')).toBe('A\tbaselines/b.json')
    const second = await writer.commit({ ...request, expectedHead, takesOver: null, changes: { 'notes.txt': null } })
    expect([second, atHub('rev-parse', 'topic')]).toEqual([
      { kind: 'moved' },
      made.kind === 'written' ? made.commit : '',
    ])
    expect(hub.git(clone, 'status', '--porcelain')).toBe('')
  })

  it('removes files and keeps the history that is there', async () => {
    const writer = await openGitCommitWriter(kind === 'shallow' ? hub.shallowClone() : hub.fullClone(), {
      env: hub.env,
    })
    const expectedHead = atHub('rev-parse', 'topic')
    const changes = { 'notes.txt': null, 'baselines/c.json': `${kind}\n` }
    await writer.commit({ ...request, expectedHead, takesOver: null, changes })
    const status = atHub('diff', '--name-status', expectedHead, 'topic').split('\n')
    expect(status).toEqual(['A\tbaselines/c.json', 'D\tnotes.txt'])
    expect(atHub('merge-base', '--is-ancestor', hub.commits.topic, 'topic')).toBe('')
  })
})

it('refuses an expected tip that is no commit id', async () => {
  const writer = await openGitCommitWriter(hub.fullClone(), { env: hub.env })
  await expect(writer.commit({ ...request, expectedHead: '--all', takesOver: null })).rejects.toThrow(
    'not a full commit id',
  )
})

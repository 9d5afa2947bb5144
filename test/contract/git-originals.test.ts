import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { EnvironmentError, RevisionError } from '../../src/domain/core/errors.ts'
import { diskTreeReader } from '../../src/io/files/disk-tree-reader.ts'
import { openGitRepository } from '../../src/io/git/simple-git-repository.ts'
import { guardTrees } from '../../src/steps/trees/tree-guard.ts'
import { createHub } from '../fakes/git-hub.ts'

const hub = createHub()
const { folder, env, git, fullClone } = hub
let count = 0

afterAll(() => hub[Symbol.dispose]())

/** A commit of these files, checked out and guarded. */
async function checkOut(write: (clone: string) => void) {
  const own = (count += 1)
  const clone = fullClone()
  write(clone)
  git(clone, 'add', '--all')
  git(clone, 'commit', '--quiet', '-m', 'files')
  const commit = git(clone, 'rev-parse', 'HEAD')
  const repository = await openGitRepository(clone, { env })
  const tree = await repository.checkOut(commit, join(folder, `originals-tree-${own}`))
  const copies = join(folder, `copies-${own}`)
  const trees = [{ labels: ['head'], commit, path: tree.path, files: tree.files }]
  const guard = guardTrees(trees, copies, { treeReader: diskTreeReader, git: repository })
  return { own, path: tree.path, at: (name: string) => join(tree.path, name), guard, copies, clone, commit, tree }
}

describe.concurrent('files of a commit that a trial changed', () => {
  it('are restored with bytes, permissions, time and link target, whatever their number and names', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `many/${index}.txt`)
    const { at, guard, path, copies } = await checkOut((clone) => {
      mkdirSync(join(clone, 'many'))
      for (const name of names) writeFileSync(join(clone, name), name)
      writeFileSync(join(clone, 'tool.sh'), '#!/bin/sh\n', { mode: 0o755 })
      writeFileSync(Buffer.concat([Buffer.from(`${clone}/`), Buffer.from([0xff, 0xfe])]), 'bytes')
      symlinkSync('many/1.txt', join(clone, 'link'))
    })
    const look = () => [
      ...['tool.sh', ...names].map((name) => {
        const { mode, mtimeMs } = lstatSync(at(name))
        return [name, readFileSync(at(name), 'utf8'), mode, Math.trunc(mtimeMs)]
      }),
      readlinkSync(at('link')),
      readFileSync(Buffer.concat([Buffer.from(`${path}/`), Buffer.from([0xff, 0xfe])]), 'utf8'),
    ]
    await guard.keepOriginals()
    const before = look()
    for (const name of names) appendFileSync(at(name), 'more')
    rmSync(Buffer.concat([Buffer.from(`${path}/`), Buffer.from([0xff, 0xfe])]))
    chmodSync(at('tool.sh'), 0o644)
    rmSync(at('link'))
    writeFileSync(at('link'), '')
    expect(await guard.acceptTrial('head')).toHaveLength(123)
    expect(look()).toEqual(before)
    expect(await guard.acceptTrial('head')).toEqual([])
    await guard.requireAllUntouched()
    expect(existsSync(copies)).toBe(false)
  })

  it('are restored from copies where git or the setup changed them, and removed where the setup removed them', async () => {
    const { at, guard } = await checkOut((clone) => {
      writeFileSync(join(clone, '.gitattributes'), 'dos.txt eol=crlf\n')
      for (const name of ['dos.txt', 'setup.txt', 'gone.txt']) writeFileSync(join(clone, name), 'text\n')
    })
    appendFileSync(at('setup.txt'), 'of the setup')
    rmSync(at('gone.txt'))
    await guard.acceptSetup('head')
    await guard.keepOriginals()
    for (const name of ['dos.txt', 'setup.txt', 'gone.txt']) writeFileSync(at(name), 'of the trial')
    expect((await guard.acceptTrial('head')).toSorted()).toEqual(['dos.txt', 'gone.txt', 'setup.txt'])
    expect(readFileSync(at('dos.txt'), 'utf8')).toBe('text\r\n')
    expect(readFileSync(at('setup.txt'), 'utf8')).toBe('text\nof the setup')
    expect(existsSync(at('gone.txt'))).toBe(false)
  })

  it('are refused where their copy was changed, and the checkout is not kept', async () => {
    const { at, guard, copies } = await checkOut((clone) => writeFileSync(join(clone, 'setup.txt'), 'text\n'))
    appendFileSync(at('setup.txt'), 'of the setup')
    await guard.acceptSetup('head')
    await guard.keepOriginals()
    for (const name of readdirSync(copies)) appendFileSync(join(copies, name), 'poison')
    writeFileSync(at('setup.txt'), 'of the trial')
    const accepted = guard.acceptTrial('head')
    await expect(accepted).rejects.toThrow(RevisionError)
    await expect(accepted).rejects.toThrow('which cannot be restored: setup.txt')
    expect(guard.getState('head')).toBeNull()
  })

  it('are refused where a file of the setup is of no kind that git knows', async () => {
    const { at, guard } = await checkOut((clone) => writeFileSync(join(clone, 'pipe'), ''))
    rmSync(at('pipe'))
    execFileSync('mkfifo', [at('pipe')])
    await guard.acceptSetup('head')
    await guard.keepOriginals()
    rmSync(at('pipe'))
    await expect(guard.acceptTrial('head')).rejects.toThrow('which cannot be restored: pipe')
  })

  it('are refused, with any new file, where they change while nothing of the revision runs', async () => {
    const { at, guard } = await checkOut((clone) => writeFileSync(join(clone, 'a.txt'), 'text\n'))
    await guard.requireUntouched('head')
    writeFileSync(at('new.txt'), '')
    await expect(guard.requireUntouched('head')).rejects.toThrow(EnvironmentError)
    await expect(guard.requireAllUntouched()).rejects.toThrow('files of head changed while it was not running: new.txt')
    expect(guard.getState('head')).toBeNull()
    expect(() => guard.requireUntouched('other')).toThrow('no tree was checked out for revision other')
  })

  it.each([
    ['--filter=blob:none', 'partial clone, filter blob:none'],
    ['--depth=1', 'shallow'],
  ])('of a clone with %s that has lost its remote are an error that says what the clone is', async (how, lack) => {
    const lost = join(folder, `lost${how}`)
    git(join(hub.folder, 'hub.git'), 'config', 'uploadpack.allowFilter', 'true')
    git(hub.folder, 'clone', '--quiet', '--no-single-branch', how, `file://${hub.folder}/hub.git`, lost)
    git(lost, 'remote', 'set-url', 'origin', `file://${hub.folder}/gone.git`)
    const repository = await openGitRepository(lost, { env })
    const work = how.startsWith('--depth')
      ? repository.findMergeBase(hub.commits.main, hub.commits.topic)
      : repository.checkOut(hub.commits.tagged, join(folder, 'of-lost'))
    await expect(work).rejects.toMatchObject({
      hint: `This clone is incomplete (${lack}). Give this step access to the remote, or check out with fetch-depth: 0 and without filter`,
    })
  })

  it('are fetched where a partial clone lacks them', async () => {
    const { own, commit, clone, tree, copies } = await checkOut((made) => writeFileSync(join(made, 'a.txt'), 'text\n'))
    git(clone, 'push', '--quiet', 'origin', `${commit}:refs/heads/partial-${own}`)
    const partial = join(folder, `partial-${own}`)
    const address = git(clone, 'config', 'remote.origin.url')
    git(folder, 'clone', '--quiet', '--no-checkout', '--filter=tree:0', address, partial)
    const repository = await openGitRepository(partial, { env })
    const files = { tracked: tree.files.tracked, state: tree.files.state }
    const originals = await repository.keepOriginals({ directory: tree.path, commit, files, copies })
    rmSync(join(tree.path, 'a.txt'))
    await originals.restore(['a.txt'])
    expect(readFileSync(join(tree.path, 'a.txt'), 'utf8')).toBe('text\n')
    expect(existsSync(copies)).toBe(false)
  })
})

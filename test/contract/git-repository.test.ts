import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { EnvironmentError, UserError } from '../../src/domain/core/errors.ts'
import { openGitRepository } from '../../src/io/git/simple-git-repository.ts'
import { createHub } from '../fakes/git-hub.ts'

const hub = createHub()
const { folder, env, commits, git, shallowClone, fullClone, source } = hub
// For tests that fetch nothing: two that fetch into one shallow clone at a time meet at its lock.
const sharedFull = fullClone()

afterAll(() => hub[Symbol.dispose]())

describe.concurrent('a ref becomes a commit', () => {
  it('when a tag was never fetched, as in every default checkout', async () => {
    const clone = shallowClone()
    const repository = await openGitRepository(clone, { env })
    expect(await repository.resolve('v1.0')).toBe(commits.tagged)
    expect(git(clone, 'rev-parse', 'refs/tags/v1.0^{commit}')).toBe(commits.tagged)
    expect(git(clone, 'rev-list', '--count', 'v1.0')).toBe('1')
  })

  it.each([
    ['HEAD', 'merge'],
    ['main', 'main'],
    ['origin/topic', 'topic'],
    ['refs/pull/7/merge', 'merge'],
    ['refs/pull/8/head', 'hidden'],
  ] as const)('for %s in a shallow clone', async (ref, name) => {
    const repository = await openGitRepository(shallowClone(), { env })
    expect(await repository.resolve(ref)).toBe(commits[name])
  })

  it('when it is named by its id, whole and in upper case, although it is not here', async () => {
    const clone = shallowClone()
    const repository = await openGitRepository(clone, { env })
    expect(await repository.resolve(commits.topic.toUpperCase())).toBe(commits.topic)
    expect(git(clone, 'cat-file', '-t', commits.topic)).toBe('commit')
  })

  it('by a short id and by steps back, in a full clone', async () => {
    const repository = await openGitRepository(sharedFull, { env })
    expect(await repository.resolve(commits.main.slice(0, 10))).toBe(commits.main)
    expect(await repository.resolve('main~120')).toBe(commits.fork)
  })

  it.each(['v9.9', 'no/such/branch', '0123456789012345678901234567890123456789', 'deadbeef'])(
    'or null for %s, which exists nowhere (W30, W67)',
    async (ref) => {
      const repository = await openGitRepository(shallowClone(), { env })
      expect(await repository.resolve(ref)).toBeNull()
    },
  )

  it.each([
    '--upload-pack=touch /tmp/x',
    '-v1',
    'a..b',
    '$(id)\n',
    '',
    'HEAD@{1}',
    'a b',
    'x.lock',
    'v1^{tree}',
    ':/fix',
  ])('T-22: or a UserError for %j', async (ref) => {
    const repository = await openGitRepository(source, { env })
    await expect(repository.resolve(ref)).rejects.toThrow(UserError)
  })

  it('without cutting off the history of a full clone', async () => {
    const clone = fullClone()
    const repository = await openGitRepository(clone, { env })
    expect(await repository.resolve('refs/pull/7/merge')).toBe(commits.merge)
    expect(git(clone, 'rev-parse', '--is-shallow-repository')).toBe('false')
  })

  it('or an EnvironmentError when the remote cannot be asked', async () => {
    const clone = shallowClone()
    git(clone, 'remote', 'set-url', 'origin', `file://${folder}/gone.git`)
    const repository = await openGitRepository(clone, { env })
    await expect(repository.resolve('v1.0')).rejects.toThrow(EnvironmentError)
  })
})

describe.concurrent('the merge base', () => {
  it('is found in a shallow clone by deepening it step by step, and not further than needed', async () => {
    const clone = shallowClone()
    const repository = await openGitRepository(clone, { env })
    expect(await repository.findMergeBase(commits.main, commits.topic)).toBe(commits.fork)
    expect(Number(git(clone, 'rev-list', '--count', commits.main))).toBeGreaterThan(100)
  })

  it('stops deepening once it is found', async () => {
    const clone = shallowClone()
    const repository = await openGitRepository(clone, { env })
    expect(await repository.findMergeBase(commits.main, commits.merge)).toBe(commits.main)
    expect(git(clone, 'rev-parse', '--is-shallow-repository')).toBe('true')
  })

  it('is null for two histories that share nothing', async () => {
    const repository = await openGitRepository(shallowClone(), { env })
    expect(await repository.findMergeBase(commits.main, commits.hidden)).toBeNull()
  })

  it('is found for a commit that was never pushed', async () => {
    const clone = shallowClone()
    git(clone, 'commit', '--quiet', '--allow-empty', '-m', 'local')
    const repository = await openGitRepository(clone, { env })
    expect(await repository.findMergeBase(commits.topic, git(clone, 'rev-parse', 'HEAD'))).toBe(commits.topic)
  })

  it('asks for commits that exist', async () => {
    const repository = await openGitRepository(shallowClone(), { env })
    await expect(repository.findMergeBase(commits.main, '1'.repeat(40))).rejects.toThrow('neither in this clone nor')
    await expect(repository.findMergeBase('main', commits.main)).rejects.toThrow(UserError)
  })
})

describe.concurrent('the test merge of a pull request', () => {
  it('has both of its parents in a shallow clone, which says that it has none', async () => {
    const clone = shallowClone()
    expect(git(clone, 'rev-list', '--parents', 'HEAD')).toBe(commits.merge)
    const repository = await openGitRepository(clone, { env })
    expect(await repository.listParents(commits.merge)).toEqual([commits.main, commits.topic])
  })

  it('is not read of a commit whose message looks like a parent', async () => {
    const clone = fullClone()
    git(clone, 'commit', '--quiet', '--allow-empty', '-m', `parent ${commits.hidden}\n\nparent ${commits.hidden}`)
    const repository = await openGitRepository(clone, { env })
    expect(await repository.listParents(git(clone, 'rev-parse', 'HEAD'))).toEqual([commits.main])
  })
})

describe.concurrent('the tip of a branch', () => {
  it('is that of the remote, whatever the clone remembers or calls so itself', async () => {
    const clone = fullClone()
    git(clone, 'update-ref', 'refs/remotes/origin/main', commits.fork)
    for (const ref of ['refs/heads/main', 'refs/tags/main']) git(clone, 'update-ref', ref, commits.topic)
    const repository = await openGitRepository(clone, { env })
    expect(await repository.findBranchTip('main')).toBe(commits.main)
    expect(await repository.findBranchTip('no-such-branch')).toBeNull()
  })

  it('is what the clone remembers where the remote cannot be asked', async () => {
    const clone = fullClone()
    git(clone, 'remote', 'set-url', 'origin', `file://${folder}/gone.git`)
    const repository = await openGitRepository(clone, { env })
    expect(await repository.findBranchTip('main')).toBe(commits.main)
    expect(await repository.findBranchTip('topic')).toBe(commits.topic)
    expect(await repository.findBranchTip('no-such-branch')).toBeNull()
  })

  it('is that of the branch itself where there is no remote', async () => {
    const repository = await openGitRepository(source, { env })
    expect(await repository.findBranchTip('main')).toBe(commits.main)
    await expect(repository.findBranchTip('--upload-pack=x y')).rejects.toThrow(UserError)
  })
})

describe.concurrent('a file in a commit', () => {
  it('is read from the commit and not from the working tree', async () => {
    const clone = fullClone()
    writeFileSync(join(clone, 'pipeline.py'), 'print("changed")\n')
    const repository = await openGitRepository(clone, { env })
    expect(await repository.readAt(commits.fork, 'pipeline.py')).toBe('print(2)\n')
    expect(await repository.readAt(commits.tagged, './notes.txt')).toBe('Ä\n')
  })

  it('is named from the directory that was opened: a part of a larger repository has baselines of its own', async () => {
    const clone = fullClone()
    const part = join(clone, 'größere teile/part one')
    mkdirSync(join(part, 'baselines'), { recursive: true })
    writeFileSync(join(part, 'baselines/ä.json'), '{}\n')
    git(clone, 'add', '--all')
    git(clone, 'commit', '--quiet', '-m', 'A part')
    const commit = git(clone, 'rev-parse', 'HEAD')
    const repository = await openGitRepository(part, { env })
    expect(await repository.readAt(commit, 'baselines/ä.json')).toBe('{}\n')
    expect(await repository.readAt(commit, 'pipeline.py')).toBeNull()
  })

  it('is null when the commit has none', async () => {
    const repository = await openGitRepository(sharedFull, { env })
    expect(await repository.readAt(commits.tagged, 'baselines/a.json')).toBeNull()
    expect(await repository.readAt(commits.fork, 'link.json/passwd')).toBeNull()
    expect(await repository.readAt(commits.fork, '*.py')).toBeNull()
  })

  it.each([
    ['link.json', 'is a symbolic link'],
    ['baselines', 'is a directory'],
    ['large.bin', 'has 17825792 bytes'],
    ['../outside', 'is not a file of the repository'],
    ['/etc/passwd', 'is not a file of the repository'],
  ])('T-23: is refused for %s', async (path, reason) => {
    const repository = await openGitRepository(source, { env })
    const reading = repository.readAt(path === 'large.bin' ? commits.hidden : commits.fork, path)
    await expect(reading).rejects.toThrow(UserError)
    await expect(reading).rejects.toThrow(reason)
  })
})

describe.concurrent('what else a clone can tell', () => {
  it('lists the tags of the clone and of its remote', async () => {
    const clone = shallowClone()
    git(clone, 'tag', 'local-only')
    const repository = await openGitRepository(clone, { env })
    expect(await repository.listTags()).toEqual(['local-only', 'v1.0'])
  })

  it('lists its own tags when it has no remote', async () => {
    const repository = await openGitRepository(source, { env })
    expect(await repository.listTags()).toEqual(['v1.0'])
    expect(await repository.resolve('v2.0')).toBeNull()
  })

  it('names a few uncommitted files', async () => {
    const clone = fullClone()
    const repository = await openGitRepository(clone, { env })
    expect(await repository.listUncommittedFiles()).toEqual([])
    writeFileSync(join(clone, 'pipeline.py'), 'x')
    for (let index = 10; index < 30; index += 1) writeFileSync(join(clone, `new file ${index}`), 'x')
    const files = await repository.listUncommittedFiles()
    expect(files.slice(0, 2)).toEqual(['pipeline.py', 'new file 10'])
    expect(files).toHaveLength(10)
  })

  it('says so when there is no repository', async () => {
    const directory = join(folder, 'empty')
    mkdirSync(directory)
    await expect(openGitRepository(directory, { env })).rejects.toMatchObject({
      name: 'EnvironmentError',
      message: expect.stringContaining('not a git repository'),
      hint: expect.stringContaining('actions/checkout'),
    })
    await expect(openGitRepository(join(directory, 'absent'), { env })).rejects.toThrow(UserError)
  })

  it('says so when there is no git', async () => {
    await expect(openGitRepository(source, { env: { PATH: '/nowhere' } })).rejects.toMatchObject({
      name: 'EnvironmentError',
      hint: expect.stringContaining('Install git'),
    })
  })
})

describe.concurrent('a token', () => {
  it('T-14: reaches the remote in one header, replaces what the checkout left, and stands in no argument and no error', async () => {
    const seen: (string | undefined)[] = []
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(403).end('forbidden')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const clone = fullClone()
    git(clone, 'remote', 'set-url', 'origin', `http://127.0.0.1:${port}/owner/repository`)
    git(clone, 'config', `http.http://127.0.0.1:${port}/.extraheader`, 'AUTHORIZATION: basic b2xk')
    // A git that notes its arguments before it becomes the real one.
    const shim = join(folder, 'shim')
    mkdirSync(shim)
    const real = execFileSync('sh', ['-c', 'command -v git'], { env, encoding: 'utf8' }).trim()
    writeFileSync(join(shim, 'git'), `#!/bin/sh\necho "$@" >> ${shim}/argv\nexec ${real} "$@"\n`, { mode: 0o755 })
    const repository = await openGitRepository(clone, {
      env: { ...env, PATH: `${shim}:${env.PATH}` },
      token: 'ghs_canary',
    })
    const failure: unknown = await repository.resolve('v1.0').catch((error: unknown) => error)
    server.close()
    const basic = Buffer.from('x-access-token:ghs_canary').toString('base64')
    expect(new Set(seen)).toEqual(new Set([`basic ${basic}`]))
    expect(failure).toMatchObject({ name: 'EnvironmentError', hint: expect.stringContaining('contents: read') })
    const said = readFileSync(join(shim, 'argv'), 'utf8') + String(failure)
    expect(said).toContain('ls-remote')
    expect(said).not.toContain('canary')
    expect(said).not.toContain(basic)
  })
})

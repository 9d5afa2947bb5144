import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { EnvironmentError } from '../../src/domain/core/errors.ts'
import { openGitRepository } from '../../src/io/git/simple-git-repository.ts'
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
    await repository.listUncommittedFiles()
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

  it('fails in the words of git, without the progress that it asked for', async () => {
    const tools = join(folder, 'full-disk')
    mkdirSync(tools)
    const progress = String.raw`printf 'Updating files:  10%% (1/9)\rUpdating files:  20%% (2/9)\rerror: no space left\n' >&2`
    const script = `#!/bin/sh\ncase " $* " in *" read-tree --reset -u -v "*) ${progress}; exit 128;; esac\n`
    writeFileSync(join(tools, 'git'), `${script}PATH=\${PATH#*:}\nexec git "$@"\n`, { mode: 0o755 })
    const repository = await openGitRepository(sharedFull, { env: { ...env, PATH: `${tools}:${env['PATH']}` } })
    const failure = await repository.checkOut(commits.tagged, join(folder, 'tree-n')).catch(String)
    expect(failure).toContain('error: no space left')
    expect(failure).not.toContain('Updating')
  })

  it('is a repository of its own: tags are known, credentials are not, and it copies no objects', async () => {
    const clone = fullClone()
    git(clone, 'fetch', '--quiet', '--tags')
    git(clone, 'config', 'http.extraheader', 'AUTHORIZATION: basic canary')
    git(clone, 'remote', 'set-url', 'origin', 'https://user:canary@example.com/lab/pipeline')
    const repository = await openGitRepository(clone, { env })
    await using tree = await repository.checkOut(commits.fork, join(folder, 'tree-j'))
    expect(git(tree.path, 'describe', '--tags')).toMatch(/^v1\.0-1-g/)
    expect(git(tree.path, 'status', '--porcelain')).toBe('')
    expect(git(tree.path, 'config', 'remote.origin.url')).toBe('https://example.com/lab/pipeline')
    expect(readFileSync(join(tree.path, '.git/config'), 'utf8')).not.toContain('canary')
    expect(git(tree.path, 'count-objects')).toMatch(/^0 objects/)
  })

  it('T-30: is checked out without filters and attributes of the clone and its user, and with those of the commit', async () => {
    const clone = fullClone()
    const witness = join(folder, 'filtered')
    writeFileSync(join(clone, '.gitattributes'), '*.txt text eol=crlf\n*.py filter=evil\n')
    git(clone, 'add', '--all')
    git(clone, 'commit', '--quiet', '-m', 'attributes')
    const commit = git(clone, 'rev-parse', 'HEAD')
    const home = join(folder, 'poisoned-home')
    mkdirSync(join(home, '.config/git'), { recursive: true })
    const filter = `[filter "evil"]\n\tsmudge = touch ${witness}; cat\n[core]\n\tautocrlf = true\n`
    writeFileSync(join(home, '.gitconfig'), filter)
    writeFileSync(join(home, '.config/git/attributes'), '* filter=evil\n')
    writeFileSync(join(clone, '.git/config'), filter, { flag: 'a' })
    writeFileSync(join(clone, '.git/info/attributes'), '* filter=evil\n')
    const repository = await openGitRepository(clone, { env: { ...env, HOME: home } })
    await using tree = await repository.checkOut(commit, join(folder, 'tree-k'))
    expect(readFileSync(join(tree.path, 'notes.txt'), 'utf8')).toBe('Ä\r\n')
    expect(readFileSync(join(tree.path, 'pipeline.py'), 'utf8')).toBe('print(2)\n')
    expect(existsSync(witness)).toBe(false)
  })

  it('comes from a partial clone, which fetches the files that it lacks', async () => {
    const hubPath = join(folder, 'hub.git')
    git(hubPath, 'config', 'uploadpack.allowFilter', 'true')
    git(hubPath, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
    const clone = join(folder, 'partial')
    git(folder, 'clone', '--quiet', '--no-checkout', '--filter=blob:none', `file://${hubPath}`, clone)
    const lacking = git(clone, 'rev-list', '--objects', '--missing=print', '--all')
    expect(lacking).toContain('?')
    const repository = await openGitRepository(clone, { env })
    await using tree = await repository.checkOut(commits.fork, join(folder, 'tree-l'))
    expect(readFileSync(join(tree.path, 'pipeline.py'), 'utf8')).toBe('print(2)\n')
  })

  it('holds names of every kind, links and programs', async () => {
    const clone = fullClone()
    const names = ['größe ä.txt', 'a\tb', 'quote"d', "it's", '-n', 'deep/er/file']
    for (const name of names) {
      mkdirSync(dirname(join(clone, name)), { recursive: true })
      writeFileSync(join(clone, name), name)
    }
    writeFileSync(Buffer.concat([Buffer.from(`${clone}/latin1-`), Buffer.from([0xe4])]), 'x')
    chmodSync(join(clone, 'deep/er/file'), 0o755)
    git(clone, 'add', '--all')
    git(clone, 'commit', '--quiet', '-m', 'names')
    const repository = await openGitRepository(clone, { env })
    await using tree = await repository.checkOut(git(clone, 'rev-parse', 'HEAD'), join(folder, 'tree-m'))
    for (const name of names) expect(readFileSync(join(tree.path, name), 'utf8')).toBe(name)
    expect(tree.files.tracked.size).toBe(git(clone, 'ls-files', '-z').split('\0').length - 1)
    expect(tree.files.state.get('deep/er/file')?.kind).toBe('program')
  })
})

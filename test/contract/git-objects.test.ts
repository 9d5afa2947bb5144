import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UserError } from '../../src/domain/core/errors.ts'
import { createGitObjects } from '../../src/io/git/git-objects.ts'
import { openGitRepository } from '../../src/io/git/simple-git-repository.ts'
import { datedGitEnvironment, gitWith, type Git } from '../fakes/git.ts'
import { openLoggedGit, type LoggedGit } from '../fakes/logged-git.ts'
import { openToolPath } from '../fakes/tool-path.ts'

let folder: string
let git: Git
let logged: LoggedGit

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'git-objects-'))
  git = gitWith(datedGitEnvironment(join(folder, 'home')))
  git(folder, 'init', '--quiet', '--initial-branch=main')
  logged = openLoggedGit()
})
afterEach(() => {
  logged[Symbol.dispose]()
  rmSync(folder, { recursive: true, force: true })
})

const open = () => createGitObjects({ directory: folder, env: { PATH: logged.path } })

function commit(message: string): string {
  git(folder, 'commit', '--quiet', '--allow-empty', '-m', message)
  return git(folder, 'rev-parse', 'HEAD')
}

describe('the objects of a clone', () => {
  it('are read by one process, with those that came after its start and those that are not there', async () => {
    using objects = open()
    expect(await objects.findCommit('HEAD')).toBeNull()
    const first = commit('first')
    expect(await objects.findCommit('HEAD')).toBe(first)
    const second = commit('second')
    git(folder, 'tag', '--annotate', '--message=v1', 'v1', first)
    git(folder, 'gc', '--quiet')
    const names = ['refs/tags/v1', 'refs/heads/main', second.slice(0, 10), 'refs/heads/none', '0'.repeat(40)]
    const found = await Promise.all(names.map((name) => objects.findCommit(name)))
    expect(found).toEqual([first, second, second, null, null])
    expect((await objects.read([first, second])).get(second)?.content.toString()).toContain(`parent ${first}`)
    await expect(objects.read(['0'.repeat(40)])).rejects.toThrow(`object ${'0'.repeat(40)} missing`)
    expect(logged.list()).toEqual(['cat-file --batch'])
  })

  it.each([
    [false, null],
    [true, 'http://user:secret@proxy'],
  ])('T-01: are read without a proxy unless the clone is partial: %s', async (isPartial, proxy) => {
    const first = commit('first')
    if (isPartial) git(folder, 'config', 'remote.origin.promisor', 'true')
    using tools = openToolPath()
    const seen = join(tools.folder, 'seen')
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
    tools.script('git', `[ "$1" = cat-file ] && printf %s "\${https_proxy-none}" > '${seen}'\nexec '${real}' "$@"`)
    const env = { PATH: tools.path, HOME: folder, https_proxy: 'http://user:secret@proxy' }
    expect(await (await openGitRepository(folder, { env })).resolve('HEAD')).toBe(first)
    expect(readFileSync(seen, 'utf8')).toBe(proxy ?? 'none')
  })

  it('are read by another process after a refused size and after a missing object among others', async () => {
    writeFileSync(join(folder, 'large'), 'x'.repeat(1_000_000))
    const large = git(folder, 'hash-object', '-w', 'large')
    const first = commit('first')
    using objects = open()
    const refuse = (bytes: number) => {
      throw new UserError(`${bytes} bytes`, 'Keep it smaller')
    }
    await expect(objects.read([large, first], refuse)).rejects.toThrow('1000000 bytes')
    expect(await objects.findCommit(first)).toBe(first)
    await expect(objects.read(['0'.repeat(40), large])).rejects.toThrow('missing')
    expect((await objects.read([large])).get(large)?.content).toHaveLength(1_000_000)
    expect(logged.list()).toHaveLength(3)
  })
})

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openClone } from '../../src/io/git/clone.ts'
import { createGitCommand } from '../../src/io/git/git-command.ts'
import { openGitRepository } from '../../src/io/git/simple-git-repository.ts'
import { createHub } from '../fakes/git-hub.ts'
import { openToolPath } from '../fakes/tool-path.ts'

const hub = createHub()
afterAll(() => hub[Symbol.dispose]())

function aClone(address: string): string {
  const directory = hub.fullClone()
  hub.git(directory, 'remote', 'set-url', 'origin', address)
  return directory
}

it.each([
  ['https://github.com/org/data', true],
  ['https://elsewhere.invalid/data', false],
  ['http://github.com/org/data', false],
])('a submodule of %s gets the token of its clone: %s', async (address, isGiven) => {
  const options = { env: hub.env, token: 'secret-of-github' }
  using opened = new DisposableStack()
  const clone = await openClone(aClone('https://github.com/org/code'), options)
  const submodule = await clone.openOther(aClone(address))
  const nested = await submodule.openOther(aClone('https://github.com/org/deep'))
  for (const { objects } of [clone, submodule, nested]) opened.use(objects)
  const hasToken = async ({ remoteGit }: typeof clone) => {
    const settings = await remoteGit()('config', '--list')
    return settings.includes('AUTHORIZATION')
  }
  expect(await Promise.all([clone, submodule, nested].map(hasToken))).toEqual([true, isGiven, true])
})

it('what a killed git has printed is not its answer', async () => {
  using tools = openToolPath()
  tools.script('git', 'echo one; kill -9 $$')
  const git = createGitCommand(tools.folder, { PATH: tools.path })
  await expect(git('log')).rejects.toThrow('git was ended by a signal')
})

it('a fetch that takes long is not silent, so it does not count as one that hangs', async () => {
  using tools = openToolPath()
  const [git, log] = [
    execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(),
    join(tools.folder, 'log'),
  ]
  tools.script('git', `case " $* " in *" fetch "*) exec 2>>'${log}';; esac; exec '${git}' "$@"`)
  const { findMergeBase } = await openGitRepository(hub.shallowClone(), { env: { ...hub.env, PATH: tools.path } })
  expect(await findMergeBase(hub.commits.main, hub.commits.topic)).toBe(hub.commits.fork)
  expect(readFileSync(log, 'utf8')).toMatch(/objects: 100%/)
})

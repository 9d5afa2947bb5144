import { afterAll, expect, it } from 'vitest'
import { openClone } from '../../src/io/git/clone.ts'
import { createHub } from '../fakes/git-hub.ts'

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

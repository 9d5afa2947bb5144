import { describe, expect, it } from 'vitest'
import { compareWithTip, describeOutdated } from '../../../../src/steps/trees/find-commits.ts'

const [fork, tip] = ['a'.repeat(40), 'b'.repeat(40)]
const files: Readonly<Record<string, string>> = {
  [`${fork}:same.yml`]: 'one',
  [`${tip}:same.yml`]: 'one',
  [`${fork}:baseline.json`]: '1',
  [`${tip}:baseline.json`]: '2',
  [`${tip}:noise.json`]: 'new',
}
const readAt = async (commit: string, path: string) => files[`${commit}:${path}`] ?? null
const base = { branch: 'main', tip }
const headOf = (commit: string) => ({ head: { ref: 'x', commit }, checked: 'c'.repeat(40) })
const ofHead = { ...headOf('c'.repeat(40)), mergeBase: fork, base, testMerge: null }
const merged = { commit: 'd'.repeat(40), head: 'c'.repeat(40), base: fork, branch: 'main' }
const ofMerge = { ...headOf(merged.commit), mergeBase: fork, base, testMerge: merged }

async function readAll(commits: Parameters<typeof compareWithTip>[0], paths: readonly string[]) {
  const compared = compareWithTip(commits, readAt)
  if (compared === null) throw new Error('there is a base')
  const texts = await Promise.all(paths.map((path) => compared.read(path)))
  return { texts, said: describeOutdated(compared, commits) }
}

describe('rules and samples of the base', () => {
  it('are those of the tip for a head, and of the commit it was merged into for a test merge', async () => {
    expect((await readAll(ofHead, ['baseline.json', 'noise.json'])).texts).toEqual(['2', 'new'])
    expect((await readAll(ofMerge, ['baseline.json', 'noise.json'])).texts).toEqual(['1', null])
  })

  it.each([
    ['a head', ofHead],
    ['a test merge', ofMerge],
  ])(
    'of %s keep it from passing when one that was read is another one elsewhere, or is new',
    async (_what, commits) => {
      expect((await readAll(commits, ['same.yml', 'neither.json'])).said).toEqual([])
      expect((await readAll(commits, ['noise.json', 'same.yml', 'baseline.json'])).said).toEqual([
        'baseline.json, noise.json changed on main after aaaaaaa, the commit that this run was compared with: merge main into the branch of the pull request',
      ])
    },
  )

  it('are compared with nothing where the base has not moved, and do not exist without a base', async () => {
    expect((await readAll({ ...ofHead, base: { ...base, tip: fork } }, ['baseline.json'])).said).toEqual([])
    expect(compareWithTip({ ...ofHead, base: null, mergeBase: null }, readAt)).toBeNull()
  })
})

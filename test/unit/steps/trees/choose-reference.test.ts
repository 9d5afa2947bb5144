import { describe, expect, it } from 'vitest'
import { chooseReference } from '../../../../src/steps/trees/find-commits.ts'

const text = `version: 1
pipeline: { devices: cpu, command: [python3, run.py], proof: { stdout: [done] } }
suites: { end-to-end: { run: { repeats: 4 } } }
`
const commit = 'a'.repeat(40)

/** Chooses the rules at a trusted commit with these files. */
function choose(configPath: string, ...files: readonly string[]) {
  const found = { head: { commit }, base: null, mergeBase: null, testMerge: null, checked: commit } as never
  const git = { readAt: async (_commit: string, path: string) => (files.includes(path) ? text : null) } as never
  return chooseReference({ context: { trust: 'trusted' } as never, configPath, ownRules: null, found }, git)
}

describe('two configs of one check name', () => {
  it.each([
    ['.github/warpgauge.yml', 'warpgauge.yml'],
    ['warpgauge.yml', '.github/warpgauge.yaml'],
    ['a/gpu.yml', 'a/gpu.yaml'],
  ])('%s beside %s is refused', async (path, other) => {
    await expect(choose(path, path, other)).rejects.toThrow(`${path} and ${other} would write one check: `)
  })

  it.each([
    ['.github/warpgauge.yml', 'a/warpgauge.yml'],
    ['a/warpgauge.yml', 'b/warpgauge.yml'],
  ])('%s beside %s is not', async (path, other) => {
    await expect(choose(path, path, other)).resolves.toMatchObject({ rules: { yardstick: { path } } })
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { countGitProcesses, limits } from './git-processes.ts'

let counted: Awaited<ReturnType<typeof countGitProcesses>>

beforeAll(async () => {
  counted = await countGitProcesses()
})

describe('the git processes of a step', () => {
  it('are few when it checks a pull request beside its merge base, and none outlives it', () => {
    const { run, started } = counted.check
    expect(`${run.conclusion}\n${run.stdout}\n${run.stderr}`).toMatch(/^success/)
    expect(started.filter((line) => line.startsWith('read-tree '))).toHaveLength(2)
    expect(started.filter((line) => line === 'cat-file --batch')).toHaveLength(1)
    expect(started.length).toBeLessThanOrEqual(limits.check)
    expect(run.orphans).toEqual([])
  })

  it('are few when it publishes a run folder', () => {
    const { run, started } = counted.publish
    expect(`${run.conclusion}\n${run.stdout}\n${run.stderr}`).toMatch(/^success/)
    expect(started.length).toBeLessThanOrEqual(limits.publish)
  })
})

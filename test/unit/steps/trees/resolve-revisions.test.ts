import { expect, it } from 'vitest'
import { resolveRevisions } from '../../../../src/steps/trees/find-commits.ts'
import type { GitRepository } from '../../../../src/io/git/simple-git-repository.ts'
import { aConfig } from '../../a-config.ts'
import { headCommit, otherCommit } from '../../a-run.ts'

it('HEAD of a config is the measured commit, which HEAD of the clone may not be', async () => {
  const config = aConfig({
    revisions: { other: { ref: 'HEAD', command: ['other'] } },
    suites: { revision: { against: ['other'] } },
  })
  const git = { resolve: (ref: string) => Promise.reject(new Error(`asked for ${ref}`)) } as Partial<GitRepository>
  const known = { head: { ref: 'working tree', commit: headCommit }, mergeBase: otherCommit }
  expect(await resolveRevisions(config, known, git as GitRepository)).toEqual([
    { label: 'head', ref: 'working tree', commit: headCommit, problem: null },
    { label: 'other', ref: 'HEAD', commit: headCommit, problem: null },
  ])
})

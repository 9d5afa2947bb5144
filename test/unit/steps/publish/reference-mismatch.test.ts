import { describe, expect, it } from 'vitest'
import type { PullRequest } from '../../../../src/io/github/github.ts'
import { listMeasureMismatches, type VerifiedCommits } from '../../../../src/steps/publish/trusted-inputs.ts'

const [fork, tip, head, merge] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
  string,
]

function aPull(given: Partial<PullRequest> = {}): PullRequest {
  const own = { number: 7, headCommit: head, headRepositoryId: 5000, baseBranch: 'main', isFork: false }
  return { ...own, isMergeable: null, mergeCommit: null, labels: [], ...given }
}

const alone: VerifiedCommits = {
  pull: aPull(),
  head: { ref: head, commit: head },
  mergeBase: fork,
  checked: head,
  base: { branch: 'main', tip },
  testMerge: null,
}
const merged: VerifiedCommits = {
  ...alone,
  head: { ref: 'refs/pull/7/merge', commit: merge },
  mergeBase: tip,
  testMerge: { commit: merge, head, base: tip, branch: 'main' },
}
const saying = (isMergeable: boolean | null) => ({ findOpenPullRequest: async () => aPull({ isMergeable }) })
type Measure = Parameters<typeof listMeasureMismatches>[0]
const policy = (measure: 'merge' | 'head') => ({ measure }) as Measure

describe('a run that is not the one that the config asks for', () => {
  it.each([true, null])(
    'is of the head alone, unless GitHub says that it conflicts: mergeable %s',
    async (isMergeable) => {
      expect(await listMeasureMismatches(policy('merge'), alone, saying(isMergeable))).toHaveLength(1)
    },
  )

  it('may be of a head that conflicts, that is on top of its base, or that the config asks for', async () => {
    expect(await listMeasureMismatches(policy('merge'), alone, saying(false))).toEqual([])
    expect(await listMeasureMismatches(policy('merge'), { ...alone, mergeBase: tip }, saying(true))).toEqual([])
    expect(await listMeasureMismatches(policy('head'), alone, saying(true))).toEqual([])
  })

  it('is of the merge where the config asks for the head', async () => {
    expect(await listMeasureMismatches(policy('merge'), merged, saying(true))).toEqual([])
    expect(await listMeasureMismatches(policy('head'), merged, saying(true))).toHaveLength(1)
  })
})

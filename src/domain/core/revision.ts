import type { TestMerge } from '../../record/run.ts'

/** The commits of a run. */
export type KnownCommits = {
  /** The measured commit, or the test merge of a pull request. */
  readonly head: { readonly ref: string; readonly commit: string }
  /** Merge base of head and base; for a test merge its first parent. Null if there is no base. */
  readonly mergeBase: string | null
  /** Set if `head` is a test merge; absent or null: an ordinary commit. */
  readonly testMerge?: TestMerge | null
}

/** Placeholder for an unknown commit. Git reserves the all-zero id. */
export const unknownCommit = '0'.repeat(40)

/** Name of the head when uncommitted changes are measured. */
export const workingTreeName = 'working tree'

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

/** Whether a text is a complete commit id: SHA-1 or, in repositories of that format, SHA-256. */
export function isCommitId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u.test(text)
}

/** Whether a text is a commit id or the first digits of one, so that it names a commit and no branch. */
export function isCommitPrefix(text: string): boolean {
  return /^[0-9a-f]{7,64}$/u.test(text)
}

/** Placeholder for an unknown commit. Git reserves the all-zero id. */
export const unknownCommit = '0'.repeat(40)

/** Name of the head when uncommitted changes are measured. */
export const workingTreeName = 'working tree'

/** The pull request that copy-pr-bot copied to this branch after a review; null for other branches. */
export function parseCopiedPull(branch: string): number | null {
  const number = /^pull-request\/([1-9]\d{0,9})$/u.exec(branch)?.[1]
  return number === undefined ? null : Number(number)
}

/** A branch of GitHub's merge queue. GitHub reserves these names. */
export type QueueBranch = { readonly pullRequest: number; readonly baseCommit: string }

/** Parses the name of a branch; null: not a merge queue branch. */
export function parseQueueBranch(branch: string): QueueBranch | null {
  const [, number, baseCommit] =
    /^gh-readonly-queue\/.+\/pr-([1-9]\d{0,9})-([0-9a-f]{40}|[0-9a-f]{64})$/u.exec(branch) ?? []
  return number === undefined || baseCommit === undefined ? null : { pullRequest: Number(number), baseCommit }
}

/** Branch names that bots and GitHub create, and the pull requests they refer to. */

/** The pull request that copy-pr-bot copied to this branch after a review; null for other branches. */
export function parseCopiedPull(branch: string): number | null {
  const number = /^pull-request\/([1-9]\d{0,9})$/u.exec(branch)?.[1]
  return number === undefined ? null : Number(number)
}

/** A branch of GitHub's merge queue. GitHub reserves these names. */
export type QueueBranch = { readonly pullRequest: number; readonly baseCommit: string }

/** Null: not a merge queue branch. */
export function parseQueueBranch(branch: string): QueueBranch | null {
  const [, number, baseCommit] =
    /^gh-readonly-queue\/.+\/pr-([1-9]\d{0,9})-([0-9a-f]{40}|[0-9a-f]{64})$/u.exec(branch) ?? []
  return number === undefined || baseCommit === undefined ? null : { pullRequest: Number(number), baseCommit }
}

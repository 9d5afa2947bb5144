/** Names that are given to branches by others than people, and what they tell. */

/** The pull request that a bot copied to this branch after a person had looked at it; null for every other branch. */
export function parseCopiedPull(branch: string): number | null {
  const number = /^pull-request\/([1-9]\d{0,9})$/u.exec(branch)?.[1]
  return number === undefined ? null : Number(number)
}

/** What GitHub's merge queue calls its branch for a group: nobody else may make one of this name. */
export type QueueBranch = { readonly pullRequest: number; readonly baseCommit: string }

/** Null: the branch is no merge queue's. */
export function parseQueueBranch(branch: string): QueueBranch | null {
  const [, number, baseCommit] = /^gh-readonly-queue\/.+\/pr-([1-9]\d{0,9})-([0-9a-f]{40})$/u.exec(branch) ?? []
  return number === undefined || baseCommit === undefined ? null : { pullRequest: Number(number), baseCommit }
}

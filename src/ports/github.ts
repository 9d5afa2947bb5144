import type { CheckState } from '../domain/check/check-claim.ts'

/** A check run that warpgauge created. */
export type StoredCheck = {
  readonly externalId: string
  /** Null while the check is in progress. */
  readonly conclusion: string | null
}

/** New content of a check run. Null fields stay unchanged. */
export type CheckContent = {
  readonly externalId: string
  readonly detailsUrl: string | null
  readonly output: { readonly title: string; readonly summary: string } | null
  readonly state: CheckState | null
}

export type CheckTarget = {
  readonly name: string
  readonly headCommit: string
  /** Whether to retry during a GitHub outage. */
  readonly isPatient: boolean
  /** One of many progress updates: a failure is not retried, because the next update follows soon. */
  readonly isFleeting: boolean
}

/**
 * Computes the new content from the stored checks of this name (none, one, or several that were created at the same
 * time). Null: write nothing. Called again without a check that turns out to belong to another app.
 */
export type DecideCheck = (stored: readonly StoredCheck[]) => Promise<CheckContent | null>

export type PullRequest = {
  readonly number: number
  readonly headCommit: string
  /** Null: the head repository was deleted. */
  readonly headRepositoryId: number | null
  readonly baseBranch: string
  readonly isFork: boolean
  /** False: conflicts with the base. Null: not computed yet, as always in a list of pull requests. */
  readonly isMergeable: boolean | null
  /** GitHub's latest merge into the base, which may be outdated; null: none. */
  readonly mergeCommit: string | null
  readonly labels: readonly string[]
}

/** Options of a query whose answer is optional: no retry during an outage. */
export type Fleeting = { readonly isFleeting?: true }

/** GitHub API operations. Writes are idempotent: they find and update what an earlier call wrote. */
export interface GitHub {
  /** Updates the check of this name on the commit, or creates it. `isChanged`: something was written. */
  changeCheckRun(
    place: CheckTarget,
    decide: DecideCheck,
  ): Promise<{ readonly url: string | null; readonly wasCreated: boolean; readonly isChanged: boolean }>
  upsertComment(
    pullRequest: number,
    marker: string,
    body: string,
  ): Promise<{ readonly url: string; readonly wasCreated: boolean }>
  /** All open pull requests with this head commit, including those from forks, sorted by number. */
  listPullRequests(commit: string, options?: Fleeting): Promise<PullRequest[]>
  /** An open pull request; null when it is closed or does not exist. */
  findOpenPullRequest(number: number): Promise<PullRequest | null>
  findMergeBase(base: string, head: string): Promise<string>
  /** The tip of a branch of this repository; null when the branch does not exist. */
  findBranchTip(branch: string, options?: Fleeting): Promise<string | null>
  /** The parents of a commit in order; null when GitHub does not know the commit. */
  listParents(commit: string): Promise<string[] | null>
  /**
   * The commit of a tag, branch or commit id; null when it does not exist. A tag takes precedence over a branch of the
   * same name. A commit id may belong to a fork.
   */
  findCommit(ref: string): Promise<string | null>
  /** Whether `commit` is `tip` or an ancestor of it; false when the repository does not know it. */
  isAncestor(commit: string, tip: string): Promise<boolean>
  /** The text of a file in a commit; null when the commit has no such file. */
  readAt(commit: string, path: string): Promise<string | null>
}

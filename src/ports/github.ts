import type { CheckConclusion } from '../domain/delivery.ts'

/** A check run as warpgauge writes it. */
export type CheckRun = {
  readonly name: string
  readonly headCommit: string
  /** Finds the same check again after a re-run. */
  readonly externalId: string
  readonly detailsUrl: string | null
  readonly title: string
  readonly summary: string
  readonly state:
    | { readonly status: 'in_progress' }
    | { readonly status: 'completed'; readonly conclusion: CheckConclusion }
  /** One of many looks at a long run: when it fails nobody tries again, the next one comes soon. */
  readonly isFleeting?: true
}

export type PullRequest = {
  readonly number: number
  readonly headCommit: string
  /** Null: the repository of the head was deleted. */
  readonly headRepositoryId: number | null
  readonly baseBranch: string
  readonly isFork: boolean
  /** False: it conflicts with its base. Null: GitHub does not know yet, as always in a list of pull requests. */
  readonly isMergeable: boolean | null
}

/**
 * What became of the check of a run. `taken`: another run has made it its own, and it must be left alone. `absent`: there
 * is none of this name.
 */
export type CheckState = 'open' | 'completed' | 'taken' | 'absent'

/** A question that may stay without an answer: an outage is not waited out. */
export type Fleeting = { readonly isFleeting?: true }

/** What GitHub is asked for. Writes are idempotent: what was written before is found and updated. */
export interface GitHub {
  upsertCheckRun(check: CheckRun): Promise<{ readonly url: string; readonly wasCreated: boolean }>
  /** How the check stands that this run announced. */
  checkState(name: string, headCommit: string, externalId: string): Promise<CheckState>
  upsertComment(
    pullRequest: number,
    marker: string,
    body: string,
  ): Promise<{ readonly url: string; readonly wasCreated: boolean }>
  /** All open pull requests whose head is `commit`, of forks too, by number. */
  pullRequestsOf(commit: string, haste?: Fleeting): Promise<PullRequest[]>
  /** An open pull request by its number; null when it is closed or there is none. */
  openPullRequest(number: number): Promise<PullRequest | null>
  mergeBase(base: string, head: string): Promise<string>
  /** The commit that a branch of this repository points at; null when there is no such branch. */
  branchTip(branch: string, haste?: Fleeting): Promise<string | null>
  /** The parents of a commit in their order; null when GitHub does not know it. */
  parents(commit: string): Promise<string[] | null>
  /**
   * The commit of a tag, branch or commit id; null when there is none. A tag comes before a branch of the same name. An id
   * may be that of a commit which only a fork has.
   */
  commitOf(ref: string): Promise<string | null>
  /** Whether `commit` is `tip` or one of its ancestors; false also when the repository does not know it. */
  isAncestor(commit: string, tip: string): Promise<boolean>
  /** The text of a file in a commit; null when the commit has no such file. */
  readAt(commit: string, path: string): Promise<string | null>
}

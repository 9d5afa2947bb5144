import type { CheckState } from '../domain/check/check-claim.ts'

/** A check run of ours as GitHub has it. */
export type StoredCheck = {
  readonly externalId: string
  /** Null while it is in progress. */
  readonly conclusion: string | null
}

/** What a check run is changed to. Null: it stays as it is. */
export type CheckContent = {
  readonly externalId: string
  readonly detailsUrl: string | null
  readonly output: { readonly title: string; readonly summary: string } | null
  readonly state: CheckState | null
}

export type CheckTarget = {
  readonly name: string
  readonly headCommit: string
  /** Whether an outage is waited out. */
  readonly isPatient: boolean
  /** One of many updates of a long run: when it fails nobody tries again, the next one comes soon. */
  readonly isFleeting: boolean
}

/**
 * Makes the new content of a check of those that are there: none, one, or one of each run that began in the same moment.
 * Null: nothing is written. Called again when what it decided for turns out to belong to another app.
 */
export type DecideCheck = (stored: readonly StoredCheck[]) => Promise<CheckContent | null>

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

/** A question that may stay without an answer: an outage is not waited out. */
export type Fleeting = { readonly isFleeting?: true }

/** What GitHub is asked for. Writes are idempotent: what was written before is found and updated. */
export interface GitHub {
  /** Changes the check of this name on the commit, or makes it. `isChanged`: something was written. */
  changeCheckRun(
    place: CheckTarget,
    decide: DecideCheck,
  ): Promise<{ readonly url: string | null; readonly wasCreated: boolean; readonly isChanged: boolean }>
  upsertComment(
    pullRequest: number,
    marker: string,
    body: string,
  ): Promise<{ readonly url: string; readonly wasCreated: boolean }>
  /** All open pull requests whose head is `commit`, of forks too, by number. */
  listPullRequests(commit: string, haste?: Fleeting): Promise<PullRequest[]>
  /** An open pull request by its number; null when it is closed or there is none. */
  findOpenPullRequest(number: number): Promise<PullRequest | null>
  findMergeBase(base: string, head: string): Promise<string>
  /** The commit that a branch of this repository points at; null when there is no such branch. */
  findBranchTip(branch: string, haste?: Fleeting): Promise<string | null>
  /** The parents of a commit in their order; null when GitHub does not know it. */
  listParents(commit: string): Promise<string[] | null>
  /**
   * The commit of a tag, branch or commit id; null when there is none. A tag comes before a branch of the same name. An id
   * may be that of a commit which only a fork has.
   */
  findCommit(ref: string): Promise<string | null>
  /** Whether `commit` is `tip` or one of its ancestors; false also when the repository does not know it. */
  isAncestor(commit: string, tip: string): Promise<boolean>
  /** The text of a file in a commit; null when the commit has no such file. */
  readAt(commit: string, path: string): Promise<string | null>
}

export type ProposedPull = {
  readonly number: number
  readonly url: string
  readonly title: string
  readonly body: string
}

export type PullText = Pick<ProposedPull, 'title' | 'body'>

/** The branches of a repository as far as baselines need them. */
export interface BaselineBranches {
  readDefaultBranch(): Promise<string>
  /** Null when there is no such branch. */
  findTip(branch: string): Promise<string | null>
  /** False when it was there already. */
  createBranch(branch: string, commit: string): Promise<boolean>
  /** Moves a branch forward to a commit that its tip is an ancestor of. False when it is not, or no longer. */
  advance(branch: string, commit: string): Promise<boolean>
  /** Where two commits parted, and the files in which `head` differs from there: at most 300. */
  compare(base: string, head: string): Promise<{ readonly mergeBase: string; readonly files: readonly string[] }>
  /** Names in a directory of a commit; empty when there is none. */
  list(commit: string, directory: string): Promise<readonly string[]>
}

/** The one pull request that proposes baselines. */
export interface BaselinePulls {
  /** The open pull request from a branch of this repository; null when there is none. */
  find(branch: string, base: string): Promise<ProposedPull | null>
  /** Whether a pull request with exactly this head was merged or closed. */
  isSettled(branch: string, headCommit: string): Promise<boolean>
  /** Opens it, or finds the one that somebody opened meanwhile. */
  open(branch: string, base: string, text: PullText): Promise<ProposedPull>
  update(number: number, text: PullText): Promise<void>
}

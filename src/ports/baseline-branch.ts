export type ProposedPull = {
  readonly number: number
  readonly url: string
  readonly title: string
  readonly body: string
}

export type PullText = Pick<ProposedPull, 'title' | 'body'>

/** Branch operations that a baseline refresh needs. */
export interface BaselineBranches {
  readDefaultBranch(): Promise<string>
  /** Null when the branch does not exist. */
  findTip(branch: string): Promise<string | null>
  /** False when the branch already exists. */
  createBranch(branch: string, commit: string): Promise<boolean>
  /** Fast-forwards a branch to a commit. False when the current tip is not an ancestor of that commit. */
  advance(branch: string, commit: string): Promise<boolean>
  /** The merge base of two commits and the files that `head` changed since then, at most 300. */
  compare(base: string, head: string): Promise<{ readonly mergeBase: string; readonly files: readonly string[] }>
  /** Entry names of a directory in a commit; empty when the directory does not exist. */
  list(commit: string, directory: string): Promise<readonly string[]>
}

/** The pull request that proposes refreshed baselines. */
export interface BaselinePulls {
  /** The open pull request from a branch of this repository; null when there is none. */
  find(branch: string, base: string): Promise<ProposedPull | null>
  /** Whether a pull request with exactly this head was merged or closed. */
  isSettled(branch: string, headCommit: string): Promise<boolean>
  /** Opens the pull request, or returns the open one that another job created in the meantime. */
  open(branch: string, base: string, text: PullText): Promise<ProposedPull>
  update(number: number, text: PullText): Promise<void>
}

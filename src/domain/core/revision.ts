/** A commit of the pipeline under test, resolved before anything runs. */
export type ResolvedRevision = {
  /** `head`, or the name the config gives it. */
  readonly label: string
  /** What was asked for: a tag, a branch, a commit, `merge-base`. */
  readonly ref: string
  /** 40 hexadecimal digits; null when the ref does not exist. */
  readonly commit: string | null
  /** Why there is no commit, with the nearest names; null when there is one. */
  readonly problem: string | null
}

/** The commits a run works with. */
export type KnownCommits = {
  /** What is measured: a commit, or the test merge of a pull request. */
  readonly head: { readonly ref: string; readonly commit: string }
  /** Of what is measured and its base; of a test merge that is its first parent. Null where there is no base. */
  readonly mergeBase: string | null
  /** What `head` is where a pull request is measured as it would be merged; absent or null: a commit that somebody wrote. */
  readonly testMerge?: TestMerge | null
}

/** GitHub's merge of a pull request into its base branch, made for trying: what `refs/pull/N/merge` points at. */
export type TestMerge = {
  readonly commit: string
  /** Second parent: the head of the pull request. */
  readonly head: string
  /** First parent: the tip of the base branch when the merge was made. */
  readonly base: string
  /** Null: the event does not tell its name. */
  readonly branch: string | null
}

/** The commit of runs of which nobody told it; git gives this name to nothing. */
export const unknownCommit = '0'.repeat(40)

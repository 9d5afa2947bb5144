/** A commit of the pipeline under test, resolved before anything runs. */
export type ResolvedRevision = {
  /** `head`, or the name in the config. */
  readonly label: string
  /** The requested ref: a tag, a branch, a commit or `merge-base`. */
  readonly ref: string
  /** 40 hexadecimal digits; null if the ref does not exist. */
  readonly commit: string | null
  /** Why the ref has no commit, with similar names; null if it has one. */
  readonly problem: string | null
}

/** The commits of a run. */
export type KnownCommits = {
  /** The measured commit, or the test merge of a pull request. */
  readonly head: { readonly ref: string; readonly commit: string }
  /** Merge base of head and base; for a test merge its first parent. Null if there is no base. */
  readonly mergeBase: string | null
  /** Set if `head` is a test merge; absent or null: an ordinary commit. */
  readonly testMerge?: TestMerge | null
}

/** GitHub's trial merge of a pull request into its base branch: the target of `refs/pull/N/merge`. */
export type TestMerge = {
  readonly commit: string
  /** Second parent: the head of the pull request. */
  readonly head: string
  /** First parent: the tip of the base branch at merge time. */
  readonly base: string
  /** Null: the event does not name the branch. */
  readonly branch: string | null
}

/** Placeholder for an unknown commit. Git reserves the all-zero id. */
export const unknownCommit = '0'.repeat(40)

/** Name of the head when uncommitted changes are measured. */
export const workingTreeName = 'working tree'

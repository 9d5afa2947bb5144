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
  readonly head: { readonly ref: string; readonly commit: string }
  /** Null where there is no base to find one with. */
  readonly mergeBase: string | null
}

/** The commit of runs of which nobody told it; git gives this name to nothing. */
export const unknownCommit = '0'.repeat(40)

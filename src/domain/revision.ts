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

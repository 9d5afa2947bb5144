/** Files of a commit to be made; null removes one. */
export type FileChanges = Readonly<Record<string, string | null>>

export type CommitRequest = {
  readonly branch: string
  /** The tip that the changes were made for: nothing is written when the branch has another one by now. */
  readonly expectedHead: string
  /** Ours alone: GitHub links mentions and closes issues that a message names. */
  readonly headline: string
  /** Every file of the branch that differs afterwards. */
  readonly changes: FileChanges
  /** A second parent, whose tree counts for every file that is not in `changes`; null: an ordinary commit. */
  readonly takesOver: string | null
}

/**
 * `moved`: somebody was faster, or nobody can tell what became of the write; the caller looks again. `unable`: this way of
 * writing cannot make such a commit.
 */
export type CommitResult =
  | { readonly kind: 'written'; readonly commit: string }
  | { readonly kind: 'moved' }
  | { readonly kind: 'unable'; readonly reason: string }

/** Makes commits on branches that others write to as well. Never forces. */
export interface CommitWriter {
  commit(request: CommitRequest): Promise<CommitResult>
}

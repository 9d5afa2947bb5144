/** File contents by path for a new commit; null removes the file. */
export type FileChanges = Readonly<Record<string, string | null>>

export type CommitRequest = {
  readonly branch: string
  /** The tip that the changes were computed for. Nothing is written when the branch has moved since. */
  readonly expectedHead: string
  /** Must contain only text from warpgauge: GitHub links mentions and closes issues that a message names. */
  readonly headline: string
  /** Every file that differs from the branch. */
  readonly changes: FileChanges
  /** A second parent, whose tree provides every file that is not in `changes`; null: an ordinary commit. */
  readonly takesOver: string | null
}

/** `moved`: the branch moved or the result is unknown; read again. `unable`: not such a commit. */
export type CommitResult =
  | { readonly kind: 'written'; readonly commit: string }
  | { readonly kind: 'moved' }
  | { readonly kind: 'unable'; readonly reason: string }

/** Creates commits on branches that other jobs also write to. Never force-pushes. */
export interface CommitWriter {
  commit(request: CommitRequest): Promise<CommitResult>
}

/** Position of a commit on the default branch. */
export type CommitPosition = {
  /** Number of ancestors, including the commit itself. */
  readonly order: number
  /** ISO 8601, UTC. */
  readonly committedAt: string
}

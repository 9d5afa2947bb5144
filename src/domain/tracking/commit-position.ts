export type CommitPosition = {
  /** Number of commits that lead to it, itself among them. */
  readonly order: number
  /** ISO 8601, UTC. */
  readonly committedAt: string
}

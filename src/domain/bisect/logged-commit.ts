import type { RangeCommit } from './search-bisect.ts'

/** A commit of the range as its author tells it: subject and author are text of a stranger. */
export type LoggedCommit = RangeCommit & {
  readonly subject: string
  readonly author: string
  /** ISO 8601. */
  readonly committedAt: string
}

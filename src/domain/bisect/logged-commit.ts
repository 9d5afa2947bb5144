import type { RangeCommit } from './search-bisect.ts'

/** A commit of the range. Subject and author are untrusted input. */
export type LoggedCommit = RangeCommit & {
  readonly subject: string
  readonly author: string
  /** ISO 8601. */
  readonly committedAt: string
}

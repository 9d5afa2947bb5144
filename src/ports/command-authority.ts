import type { GrantedRole } from '../domain/commands/role.ts'

/** A pull request as GitHub has it now. */
export type PullState = {
  readonly number: number
  readonly isOpen: boolean
  readonly headCommit: string
  readonly headBranch: string
  /** Null when the fork was deleted. */
  readonly headRepository: { readonly owner: string; readonly name: string; readonly id: number } | null
  readonly baseCommit: string
  readonly isFork: boolean
}

/** What decides whether a command may be obeyed. Never taken from an event: it may be hours old. */
export interface CommandAuthority {
  /** The role of a person in this repository; null for somebody who has none. */
  readRole(login: string): Promise<GrantedRole | null>
  /** Null when this is no pull request. */
  readPullRequest(number: number): Promise<PullState | null>
  /** When the head of a pull request came to its branch, by GitHub's own clock (ISO 8601, UTC); null when nobody tells. */
  readHeadArrival(pull: PullState): Promise<string | null>
  /** When a pull request got its present base branch (ISO 8601, UTC); null: it has had no other. */
  readBaseChange(pullRequest: number): Promise<string | null>
}

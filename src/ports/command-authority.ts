import type { GrantedRole } from '../domain/commands/role.ts'

/** The current state of a pull request on GitHub. */
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

/** What decides whether a command is allowed. Read from GitHub, never from an event, which may be hours old. */
export interface CommandAuthority {
  /** The role of a user in this repository; null when the user has none. */
  readRole(login: string): Promise<GrantedRole | null>
  /** Null when the number is not a pull request. */
  readPullRequest(number: number): Promise<PullState | null>
  /** When the head was pushed to its branch, by GitHub's clock (ISO 8601, UTC); null when unknown. */
  readHeadArrival(pull: PullState): Promise<string | null>
  /** When the current base branch was set (ISO 8601, UTC); null when the base branch never changed. */
  readBaseChange(pullRequest: number): Promise<string | null>
}

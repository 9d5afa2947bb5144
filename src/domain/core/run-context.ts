import type { CommandRequest } from '../commands/command-request.ts'

/**
 * Why we were started and by whom.
 *
 * `trusted`: push, schedule, dispatch. `collaborator`: a pull request from a branch of the same repository.
 * `stranger`: a pull request from a fork.
 */
export type Trust = 'trusted' | 'collaborator' | 'stranger'

export type Repository = { readonly owner: string; readonly name: string }

/** The event as far as warpgauge needs it. The identity of a pull request comes from here, never from a run folder. */
export type RunContext = {
  readonly event: string
  readonly trust: Trust
  readonly repository: Repository | null
  /** Directory of the clone. */
  readonly workspace: string
  /** The commit to attach the check to, and the one to measure unless its test merge is; null: HEAD of the workspace. */
  readonly headCommit: string | null
  /** Tip of the base when the event was sent; null when there is nothing to merge into, or only `baseBranch` is known. */
  readonly baseCommit: string | null
  /** Branch that the head is meant for; its tip of today counts. Absent: `baseCommit` says all. */
  readonly baseBranch?: string
  /** The commit that an event of a pull request runs at, which is its test merge as of then. Absent: the event has none. */
  readonly mergeCommit?: string
  readonly pullRequest: number | null
  /** The pull request that a merge queue is about to merge; its commits are in the head, its number is in no comment. */
  readonly queuedPull?: number
  /** The run of the workflow, for links. */
  readonly runUrl: string | null
  /** Same for every attempt of one workflow run. */
  readonly runKey: string
  /** The run that measured what `publish` is to say: of `workflow_run` another one, of events that bring code this one. */
  readonly measuredBy: MeasuredBy | null
  /** Absent: the event is no comment. */
  readonly comment?: CommentEvent
  /** Absent: no command in a comment started this. */
  readonly commanded?: CommandRequest
  /** Name of the branch that the event is about; absent: it is about none. */
  readonly branch?: string
  /** Absent: the event does not tell. */
  readonly defaultBranch?: string
  /** The comment that asked for this run, where it is about no pull request. Absent: nobody waits for an answer. */
  readonly asker?: { readonly comment: number; readonly issue: number }
  /** Counts from 1; a re-run gets the same event again. Absent: 1. */
  readonly runAttempt?: number
}

/** A comment as the event tells of it. */
export type CommentEvent = {
  readonly id: number
  readonly body: string
  /** It was written just now, not edited or deleted. */
  readonly isNew: boolean
  readonly isByPerson: boolean
  /** Number of the issue or pull request. */
  readonly issue: number
  readonly isPullRequest: boolean
}

/** What `workflow_run` says of the run whose artifact is to be published. */
export type MeasuredBy = {
  readonly event: string
  readonly headCommit: string
  readonly headRepositoryId: number
  readonly headBranch: string
  readonly conclusion: string | null
  readonly url: string
  /** It was asked for just now, and has left nothing yet. Absent: it has ended, or this is a later job of it. */
  readonly isBeginning?: true
  /** The one pull request that GitHub tells with a finished run; absent: none, or several. It may be closed by now. */
  readonly pullRequest?: number
}

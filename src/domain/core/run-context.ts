import type { CommandRequest } from '../commands/command.ts'

/**
 * How far the code of an event is trusted.
 *
 * `trusted`: push, schedule, dispatch. `collaborator`: a pull request from a branch of the same repository.
 * `stranger`: a pull request from a fork.
 */
export type Trust = 'trusted' | 'collaborator' | 'stranger'

/** A GitHub repository. */
export type Repository = { readonly owner: string; readonly name: string }

/** What warpgauge uses of the GitHub event, which alone identifies a pull request, never a run folder. */
export type RunContext = {
  readonly event: string
  readonly trust: Trust
  /** Null: no workflow run of GitHub. */
  readonly repository: Repository | null
  /** Directory of the clone. */
  readonly workspace: string
  /** The commit of the check, and the measured one unless its test merge is measured; null: HEAD of the workspace. */
  readonly headCommit: string | null
  /** Name of the head in reports; absent: HEAD, or the id of `headCommit`. */
  readonly headName?: string
  /** Tip of the base branch at the time of the event; null if there is no base, or only `baseBranch` is known. */
  readonly baseCommit: string | null
  /** The base branch; its current tip is used. Absent: `baseCommit` is final. */
  readonly baseBranch?: string
  /** The commit of a pull request event: its test merge at that time. Absent: the event has none. */
  readonly mergeCommit?: string
  /** Null: the event is of no pull request. */
  readonly pullRequest: number | null
  /** The pull request that a merge queue is about to merge; absent: none. */
  readonly queuedPull?: number
  /** URL of the workflow run; null: none. */
  readonly runUrl: string | null
  /** Equal for all attempts of one workflow run. */
  readonly runKey: string
  /** The run that measured what `publish` reports: another one for `workflow_run`, this one for events with code. */
  readonly measuredBy: MeasuredBy | null
  /** Absent: the event is no comment. */
  readonly comment?: CommentEvent
  /** Absent: the run was not started by a comment command. */
  readonly commanded?: CommandRequest
  /** Branch of the event; absent: none. */
  readonly branch?: string
  /** Absent: the event does not name it. */
  readonly defaultBranch?: string
  /** The comment on an issue that started this run. Absent: no answer is expected. */
  readonly asker?: { readonly comment: number; readonly issue: number }
  /** Counts from 1; a re-run receives the same event. Absent: 1. */
  readonly runAttempt?: number
}

/** The context of a trusted commit that is measured outside of a pull request. */
export function buildLocalContext(
  workspace: string,
  given: Partial<Pick<RunContext, 'headCommit' | 'headName' | 'baseCommit'>> & { readonly event?: string },
): RunContext {
  const { event = 'local' } = given
  const alone = { repository: null, pullRequest: null, runUrl: null, measuredBy: null, headCommit: null }
  return { ...alone, baseCommit: null, trust: 'trusted', workspace, runKey: event, ...given, event }
}

/** A comment from the event payload. */
export type CommentEvent = {
  readonly id: number
  readonly body: string
  /** Whether the comment was just created, not edited or deleted. */
  readonly isNew: boolean
  readonly isByPerson: boolean
  /** Number of the issue or pull request. */
  readonly issue: number
  readonly isPullRequest: boolean
}

/** The measuring run from the `workflow_run` payload, whose artifact is published. */
export type MeasuredBy = {
  readonly event: string
  readonly headCommit: string
  readonly headRepositoryId: number
  readonly headBranch: string
  /** Null: it has not ended, or not reported how. */
  readonly conclusion: string | null
  readonly url: string
  /** The run was just requested and has no artifact yet. Absent: it has ended, or this is a later job of it. */
  readonly isBeginning?: true
  /** Number of its last attempt; absent: the first. An earlier one may have left the artifact. */
  readonly attempt?: number
  /** The only pull request that GitHub reports with the finished run, maybe closed; absent: none, or several. */
  readonly pullRequest?: number
}

/** Path of the config from the root of the repository, unless another one is named. */
export const usualConfig = '.github/warpgauge.yml'

/** The operations that a workflow run can perform. */
export const modeNames = ['check', 'publish', 'plan', 'bisect', 'command', 'refresh', 'record'] as const
export type ModeName = (typeof modeNames)[number]

/** Selects the mode: publish a finished workflow run, answer a comment, record the default branch, else check. */
export function selectMode({ event, branch, defaultBranch }: EventOfRun): ModeName {
  if (event === 'issue_comment') return 'command'
  if (event === 'workflow_run') return 'publish'
  const isOfDefaultBranch = branch !== undefined && branch === defaultBranch
  return (event === 'push' || event === 'schedule') && isOfDefaultBranch ? 'record' : 'check'
}

type EventOfRun = { readonly event: string; readonly branch?: string; readonly defaultBranch?: string }

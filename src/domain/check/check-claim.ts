import type { CheckConclusion } from '../verdict/report.ts'
import type { CheckResult } from './check-entry.ts'

/** The pull request and base branch that a check result belongs to. */
export type CheckSubject = {
  /** Null: none, or not known yet. */
  readonly pullRequest: number | null
  /** The base branch, and the commit of it that the head is compared with. Null: no base, or not known yet. */
  readonly base: { readonly branch: string; readonly commit: string | null } | null
  /** The head belongs to a pull request whose number has not been looked up yet. */
  readonly isProvisional?: boolean
}

/**
 * The result that one run writes to a check. Plain data, because the post step of the job reads it back from a file.
 */
export type CheckClaim = CheckSubject & {
  readonly name: string
  readonly headCommit: string
  /** `RUN.ATTEMPT` of the workflow run. */
  readonly run: string
  readonly detailsUrl: string | null
  readonly title: string
  readonly summary: string
  readonly result: CheckResult
}

/** Status and conclusion of a GitHub check run. */
export type CheckState =
  | { readonly status: 'in_progress' }
  | { readonly status: 'completed'; readonly conclusion: CheckConclusion }

const conclusions: Readonly<Record<CheckResult, CheckConclusion | null>> = {
  open: null,
  error: 'failure',
  unjudged_strict: 'failure',
  unmeasured: 'neutral',
  unjudged: 'neutral',
  unrelated: 'success',
  success: 'success',
  neutral: 'neutral',
  failure: 'failure',
  shared: 'failure',
  cancelled: 'cancelled',
  timed_out: 'timed_out',
}

/** Maps a result to the status and conclusion of a GitHub check run. */
export function toCheckState(result: CheckResult): CheckState {
  const conclusion = conclusions[result]
  return conclusion === null ? { status: 'in_progress' } : { status: 'completed', conclusion }
}

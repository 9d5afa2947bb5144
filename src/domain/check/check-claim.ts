import type { CheckConclusion } from '../verdict/delivery.ts'
import type { CheckResult } from './check-entry.ts'

/** What the verdict of a check is about. Several pull requests may share the head commit that the check belongs to. */
export type CheckSubject = {
  /** Null: none, or not known yet. */
  readonly pullRequest: number | null
  /** The branch that the pull request is to be merged into, and the commit of it that the head is judged against; null: none, or not known yet. */
  readonly base: { readonly branch: string; readonly commit: string | null } | null
  /** The head is that of a pull request, and nobody has looked yet of which. */
  readonly isProvisional?: boolean
  /** Other open pull requests with this head commit and another base: they share the check. Absent: none is known. */
  readonly sharing?: readonly SharingPull[]
}

export type SharingPull = { readonly number: number; readonly baseBranch: string }

/** What one run writes into the check of a name on a commit. Plain data: it is kept for the post step of the job. */
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

export type CheckState =
  | { readonly status: 'in_progress' }
  | { readonly status: 'completed'; readonly conclusion: CheckConclusion }

/** What GitHub is told of a result. */
export function toCheckState(result: CheckResult): CheckState {
  if (result === 'open' || result === 'waiting') return { status: 'in_progress' }
  const conclusion = result === 'error' ? 'failure' : result === 'unmeasured' ? 'neutral' : result
  return { status: 'completed', conclusion }
}

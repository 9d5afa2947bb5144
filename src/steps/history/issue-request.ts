import type { RegressionTexts } from '../../domain/tracking/regression-context.ts'
import type { Clock } from '../../ports/clock.ts'
import type { TrackingIssue } from '../../io/github/conversations.ts'
import type { GitHub } from '../../io/github/github.ts'
import type { TrackPorts, TrackRequest } from './track-run.ts'
import type { LedgerEntry } from '../../record/history.ts'

export type IssueRequest = Pick<TrackRequest, 'follower' | 'signal'> & {
  readonly label: string
  readonly texts: RegressionTexts
  readonly repositoryUrl: string | null
  readonly runUrl: string | null
}

export type IssuePorts = TrackPorts & {
  readonly gitHub: GitHub
  readonly clock: Clock
}

/** What happened to the issue of one regression. */
export type IssueOutcome = {
  readonly entry: LedgerEntry
  /** `elsewhere`: another job will update it. `dismissed`: a person closed it, and it stays closed. */
  readonly status: 'opened' | 'updated' | 'closed' | 'reopened' | 'dismissed' | 'elsewhere' | 'unchanged'
  readonly issue: Pick<TrackingIssue, 'number' | 'url'> | null
}

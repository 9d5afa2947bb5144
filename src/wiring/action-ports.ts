import type { JobSummary } from '../ports/job-summary.ts'
import type { Logger } from '../ports/logger.ts'
import type { PendingCheck } from '../ports/pending-check.ts'

/** What the Action's door gives to every mode. */
export type ActionPorts = {
  readonly logger: Logger
  readonly jobSummary: JobSummary | null
  readonly signal: AbortSignal
  /** For the post step of this step. */
  readonly pending: PendingCheck
}

import type { JobSummary } from '../ports/job-summary.ts'
import type { Logger } from '../ports/logger.ts'
import type { PendingCheck } from '../ports/pending-check.ts'

/** Ports of every mode of the Action. */
export type ActionPorts = {
  readonly logger: Logger
  readonly jobSummary: JobSummary | null
  readonly signal: AbortSignal
  /** State for the post step. */
  readonly pending: PendingCheck
}

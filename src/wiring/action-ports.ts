import type { Runner } from '../action/action-step.ts'
import type { EnvironmentVariables } from '../domain/core/child-environment.ts'
import type { Logger } from '../ports/logger.ts'
import type { PendingCheck } from '../ports/pending-check.ts'
import type { LocalNames } from '../io/git/clone.ts'
import type { DeliverPorts } from '../steps/deliver/deliver.ts'

/** Ports of every mode of the Action. */
export type ActionPorts = {
  /** The environment of the step. */
  readonly env: EnvironmentVariables
  readonly runner: Runner
  readonly logger: Logger
  readonly writeSummary: DeliverPorts['writeSummary']
  readonly signal: AbortSignal
  /** State for the post step. */
  readonly pending: PendingCheck
}

/**
 * With a token, the remote resolves tags. Without one the remote may be private, so the fetched tags count, and
 * publishing verifies them with GitHub.
 */
export function chooseLocalNames(token: string | null): LocalNames {
  return token === null ? 'fetched' : 'none'
}

import { parseCopiedPull } from '../../domain/core/branch-names.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { MeasuredBy, RunContext } from '../../domain/core/run-context.ts'

/** Permissions and secrets of the job. */
export type ForkPolicy = {
  /** Whether the maintainers allow code of forks on this machine. */
  readonly mayMeasureForks: boolean
  readonly hasToken: boolean
  /** Secrets that the code could read, as descriptions of their location. */
  readonly secretsAtHand: readonly string[]
}

/**
 * Allows code of a fork only when the workflow permits it and the job has no token or secret, because a child process
 * can read everything that its user can read. Events with privileged jobs never measure a pull request.
 *
 * @throws UserError with the setting to change
 */
export function refuseForkCode(context: RunContext, policy: ForkPolicy): void {
  refusePrivilegedEvent(context)
  const { trust, pullRequest } = context
  if (trust !== 'stranger') return
  if (!policy.mayMeasureForks) {
    throw new UserError(
      `pull request ${pullRequest ?? ''} comes from a fork; its code does not run on this machine`,
      'After review, push its commit to a branch of this repository, or set allow-forks: true in a job without a token and publish from a second workflow (see docs/security.md).',
    )
  }
  if (policy.hasToken) {
    throw new UserError(
      'this job runs code of a fork and has a token',
      'Remove the input token from the measuring job and publish from a workflow_run job instead (see docs/security.md).',
    )
  }
  const [secret] = policy.secretsAtHand
  if (secret !== undefined) {
    throw new UserError(
      `this job runs code of a fork, which could read a secret: ${secret}`,
      'Set persist-credentials: false on actions/checkout, and take tokens out of env: of this job (see docs/security.md).',
    )
  }
}

/** Merge groups and branches that a bot copied can contain commits of a fork too. */
function hasPullRequestCode({ event, headBranch }: MeasuredBy): boolean {
  return event.startsWith('pull_request') || event === 'merge_group' || parseCopiedPull(headBranch) !== null
}

/** Jobs of these events have a write token, secrets and the cache of the default branch. */
function refusePrivilegedEvent({ event, trust, measuredBy }: RunContext): void {
  const isOfStranger = event === 'pull_request_target' && trust === 'stranger'
  const isOfPull = event === 'workflow_run' && measuredBy !== null && hasPullRequestCode(measuredBy)
  if (!isOfStranger && !isOfPull) return
  throw new UserError(
    `${event} jobs have the secrets of this repository, so they do not measure code of a pull request`,
    'Measure on pull_request in a job without a token, and publish its run folder with mode: publish on workflow_run (see docs/security.md).',
  )
}

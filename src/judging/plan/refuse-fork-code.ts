import { parseCopiedPull } from '../../domain/core/branch-names.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { MeasuredBy, RunContext } from '../../domain/core/run-context.ts'

export type ForkPolicy = {
  /** An explicit decision of the maintainers: code of forks may run on this machine. */
  readonly mayMeasureForks: boolean
  readonly hasToken: boolean
  /** Secrets in reach of the code, by where they lie. */
  readonly secretsAtHand: readonly string[]
}

/**
 * Code of a fork runs on the GPU machine only where the workflow says so, and never in a job that holds a token: a
 * child process of the same user can read what its user can read. Events whose jobs hold one by their nature never
 * measure a pull request at all.
 */
export function refuseForkCode(context: RunContext, policy: ForkPolicy): void {
  refusePrivilegedEvent(context)
  const { trust, pullRequest } = context
  if (trust !== 'stranger') return
  if (!policy.mayMeasureForks) {
    throw new UserError(
      `pull request ${pullRequest ?? ''} comes from a fork; its code is not run on this machine`,
      'After review, push its commit to a branch of this repository, or set allow-forks: true in a job without a token and publish from a second workflow (see docs/security.md).',
    )
  }
  if (policy.hasToken) {
    throw new UserError(
      'this job runs code of a fork and was given a token',
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

/** A merge group and a branch that a bot copied may hold commits of a fork as well. */
function hasPullRequestCode({ event, headBranch }: MeasuredBy): boolean {
  return event.startsWith('pull_request') || event === 'merge_group' || parseCopiedPull(headBranch) !== null
}

/** Their jobs have a token that may write, secrets, and the cache of the default branch, whoever opened the pull request. */
function refusePrivilegedEvent({ event, trust, measuredBy }: RunContext): void {
  const isOfStranger = event === 'pull_request_target' && trust === 'stranger'
  const isOfPull = event === 'workflow_run' && measuredBy !== null && hasPullRequestCode(measuredBy)
  if (!isOfStranger && !isOfPull) return
  throw new UserError(
    `${event} runs with the secrets of this repository, and no code of a pull request is measured there`,
    'Measure on pull_request in a job without a token, and publish its run folder with mode: publish on workflow_run (see docs/security.md).',
  )
}

import { UserError } from '../domain/errors.ts'
import type { RunContext } from '../domain/run-context.ts'

export type StrangerPolicy = {
  /** An explicit decision of the maintainers: code of forks may run on this machine. */
  readonly mayMeasureForks: boolean
  readonly hasToken: boolean
}

/**
 * Code of a fork runs on the GPU machine only where the workflow says so, and never in a job that holds a token: a
 * child process of the same user can read the environment of its parent.
 */
export function refuseStrangers({ trust, pullRequest }: RunContext, policy: StrangerPolicy): void {
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
}

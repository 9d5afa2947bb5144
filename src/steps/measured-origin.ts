import { copiedPull, queueBranch } from '../domain/copied-branch.ts'
import { UserError } from '../domain/errors.ts'
import type { MeasuredBy } from '../domain/run-context.ts'
import type { GitHub, PullRequest } from '../ports/github.ts'

/** Where measured code comes from, by what the event and GitHub say. */
export type MeasuredOrigin = {
  /** The pull request to be answered; null: there is none. */
  readonly pull: PullRequest | null
  /** What the head is to be merged into; null: the head itself is trusted. */
  readonly baseCommit: string | null
  /** The pull request whose acceptances count, though its head is another commit: a merge queue has put it on top of others. */
  readonly queuedPull: number | null
}

/**
 * `told` is the pull request that the event names; without one it is searched by its head, which two of them may share.
 *
 * @throws UserError when the pull request was closed or has another head by now
 */
export async function measuredOrigin(run: MeasuredBy, told: number | null, gitHub: GitHub): Promise<MeasuredOrigin> {
  if (run.event === 'merge_group') return ofQueue(run)
  const copied = run.event === 'push' ? copiedPull(run.headBranch) : null
  if (copied === null && !run.event.startsWith('pull_request'))
    return { pull: null, baseCommit: null, queuedPull: null }
  const number = told ?? copied
  const pull = number === null ? await findPull(run, gitHub) : await gitHub.openPullRequest(number)
  if (pull?.headCommit === run.headCommit) return { pull, baseCommit: pull.baseCommit, queuedPull: null }
  throw new UserError(
    `no open pull request has the head ${run.headCommit}`,
    'It was closed or got new commits since; the run of its newest commit will be published instead.',
  )
}

/** The one that GitHub tells with the run may be closed by now, and another have the same head. */
async function findPull(run: MeasuredBy, gitHub: GitHub): Promise<PullRequest | null> {
  const { headCommit, headRepositoryId, pullRequest } = run
  const told = pullRequest === undefined ? null : await gitHub.openPullRequest(pullRequest)
  return told?.headCommit === headCommit ? told : await gitHub.findPullRequest(headCommit, headRepositoryId)
}

/** The base of a group is in the name of its branch, which only GitHub can give. */
function ofQueue({ headBranch }: MeasuredBy): MeasuredOrigin {
  const queue = queueBranch(headBranch)
  if (queue) return { pull: null, baseCommit: queue.baseCommit, queuedPull: queue.pullRequest }
  throw new UserError(
    `${JSON.stringify(headBranch)} is not the name of a branch of a merge queue`,
    'Publish what was measured on the event merge_group.',
  )
}

import { parseCopiedPull, parseQueueBranch } from '../../domain/core/branch-names.ts'
import { SupersededError, UserError } from '../../domain/core/errors.ts'
import type { MeasuredBy } from '../../domain/core/run-context.ts'
import type { GitHub, PullRequest } from '../../io/github/github.ts'

/** The origin of measured code according to the event and GitHub. */
export type MeasuredOrigin = {
  /** Candidate pull requests by number: a fork can open several with the same head. Empty: no pull request. */
  readonly pulls: readonly PullRequest[]
  /** The base of a merge queue group; null: not from a merge queue. */
  readonly queueBase: string | null
  /** The pull request whose acceptances apply, although a merge queue combined its head with others. */
  readonly queuedPull: number | null
}

/**
 * `eventPull`: the pull request of the event; without it, searches by head commit and head repository.
 *
 * @throws SupersededError when the pull request was closed or has another head
 */
export async function findMeasuredOrigin(
  run: MeasuredBy,
  eventPull: number | null,
  gitHub: GitHub,
): Promise<MeasuredOrigin> {
  if (run.event === 'merge_group') return findQueueOrigin(run)
  const copied = run.event === 'push' ? parseCopiedPull(run.headBranch) : null
  if (copied === null && !run.event.startsWith('pull_request')) return { pulls: [], queueBase: null, queuedPull: null }
  const pulls = await findPulls(run, eventPull ?? copied, gitHub)
  if (pulls.length > 0) return { pulls, queueBase: null, queuedPull: null }
  throw new SupersededError(
    `no open pull request has the head ${run.headCommit}`,
    'It was closed or has newer commits; the run of its newest commit is published instead.',
  )
}

/** The pull request in a workflow_run event may be closed, and others may have the same head. */
async function findPulls(run: MeasuredBy, eventPull: number | null, gitHub: GitHub): Promise<PullRequest[]> {
  const { headCommit, headRepositoryId } = run
  const number = eventPull ?? run.pullRequest ?? null
  const named = number === null ? null : await gitHub.findOpenPullRequest(number)
  if (named?.headCommit === headCommit) return [named]
  if (eventPull !== null) return []
  return (await gitHub.listPullRequests(headCommit)).filter((pull) => pull.headRepositoryId === headRepositoryId)
}

/** The branch name of a group contains its base; only GitHub can create such branches. */
function findQueueOrigin({ headBranch }: MeasuredBy): MeasuredOrigin {
  const queue = parseQueueBranch(headBranch)
  if (queue) return { pulls: [], queueBase: queue.baseCommit, queuedPull: queue.pullRequest }
  throw new UserError(
    `${JSON.stringify(headBranch)} is not the name of a branch of a merge queue`,
    'Publish a run of the event merge_group.',
  )
}

import { parseCopiedPull, parseQueueBranch } from '../../domain/core/branch-names.ts'
import { SupersededError, UserError } from '../../domain/core/errors.ts'
import type { MeasuredBy } from '../../domain/core/run-context.ts'
import type { GitHub, PullRequest } from '../../ports/github.ts'

/** Where measured code comes from, by what the event and GitHub say. */
export type MeasuredOrigin = {
  /** The pull requests that may be meant, by number: a fork may open several with the same head. Empty: none is to be answered. */
  readonly pulls: readonly PullRequest[]
  /** Open pull requests with this head commit, of any repository: they share its check. */
  readonly sharing: readonly PullRequest[]
  /** What a merge queue put the head on top of; null: it is no merge queue's. */
  readonly queueBase: string | null
  /** The pull request whose acceptances count, though its head is another commit: a merge queue has put it on top of others. */
  readonly queuedPull: number | null
}

/**
 * `told` is the pull request that the event names; without one it is searched by its head commit and head repository.
 *
 * @throws SupersededError when the pull request was closed or has another head by now
 */
export async function findMeasuredOrigin(
  run: MeasuredBy,
  told: number | null,
  gitHub: GitHub,
): Promise<MeasuredOrigin> {
  if (run.event === 'merge_group') return findQueueOrigin(run)
  const copied = run.event === 'push' ? parseCopiedPull(run.headBranch) : null
  if (copied === null && !run.event.startsWith('pull_request'))
    return { pulls: [], sharing: [], queueBase: null, queuedPull: null }
  const listed = gitHub.listPullRequests(run.headCommit)
  const [pulls, sharing] = await Promise.all([findPulls(run, told ?? copied, { gitHub, listed }), listed])
  if (pulls.length > 0) return { pulls, sharing, queueBase: null, queuedPull: null }
  throw new SupersededError(
    `no open pull request has the head ${run.headCommit}`,
    'It was closed or got new commits since; the run of its newest commit will be published instead.',
  )
}

/** The one that GitHub names with a finished run may be closed by now, and others have the same head. */
async function findPulls(
  run: MeasuredBy,
  told: number | null,
  { gitHub, listed }: { readonly gitHub: GitHub; readonly listed: Promise<PullRequest[]> },
): Promise<PullRequest[]> {
  const { headCommit, headRepositoryId } = run
  const number = told ?? run.pullRequest ?? null
  const named = number === null ? null : await gitHub.findOpenPullRequest(number)
  if (named?.headCommit === headCommit) return [named]
  if (told !== null) return []
  return (await listed).filter((pull) => pull.headRepositoryId === headRepositoryId)
}

/** The base of a group is in the name of its branch, which only GitHub can give. */
function findQueueOrigin({ headBranch }: MeasuredBy): MeasuredOrigin {
  const queue = parseQueueBranch(headBranch)
  if (queue) return { pulls: [], sharing: [], queueBase: queue.baseCommit, queuedPull: queue.pullRequest }
  throw new UserError(
    `${JSON.stringify(headBranch)} is not the name of a branch of a merge queue`,
    'Publish what was measured on the event merge_group.',
  )
}

import { parseCopiedPull, parseQueueBranch } from '../../domain/core/branch-names.ts'
import { SupersededError, UserError } from '../../domain/core/errors.ts'
import type { MeasuredBy } from '../../domain/core/run-context.ts'
import type { GitHub, PullRequest } from '../../io/github/github.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { RunCommits } from '../trees/find-commits.ts'

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

/** The measured and reference commits confirmed by GitHub, and the pull request. */
export type VerifiedCommits = RunCommits & { readonly pull: PullRequest | null }

type VerificationInputs = { readonly headCommit: string; readonly origin: MeasuredOrigin; readonly gitHub: GitHub }

/**
 * Verifies the commits of an untrusted run folder: the head of the event, or a merge of exactly this head into a commit
 * of its base branch.
 *
 * @throws UserError for any other commit
 */
export async function verifyCommits(
  stated: readonly RunRecord[],
  headCommit: string,
  origin: MeasuredOrigin,
  gitHub: GitHub,
): Promise<VerifiedCommits> {
  const heads = new Set(stated.map(({ revisions }) => revisions.find(({ label }) => label === 'head')?.commit ?? null))
  const [measured = null, ...others] = heads
  if (others.length > 0) throw createCommitMismatch([...heads].join(' and '), headCommit)
  return await verifyMeasuredCommit(measured, headCommit, origin, gitHub)
}

/**
 * Verifies one measured commit: the head, or a merge of it into its base branch.
 *
 * @throws UserError for any other commit
 */
export async function verifyMeasuredCommit(
  measured: string | null,
  headCommit: string,
  origin: MeasuredOrigin,
  gitHub: GitHub,
): Promise<VerifiedCommits> {
  const places = { headCommit, origin, gitHub }
  if (measured === headCommit) return await verifyHead(places)
  if (measured === null || origin.pulls.length === 0) throw createCommitMismatch(measured ?? 'unknown', headCommit)
  return await verifyMerge(measured, places)
}

async function verifyHead({ headCommit, origin, gitHub }: VerificationInputs): Promise<VerifiedCommits> {
  const [pull = null] = origin.pulls
  const base = await findBase(origin, gitHub)
  const mergeBase = base === null ? null : await gitHub.findMergeBase(base.tip, headCommit)
  const head = { ref: headCommit, commit: headCommit }
  return { pull, head, mergeBase, checked: headCommit, base, testMerge: null }
}

async function findBase({ pulls: [pull], queueBase }: MeasuredOrigin, gitHub: GitHub): Promise<RunCommits['base']> {
  if (pull !== undefined) return { branch: pull.baseBranch, tip: await requireTip(pull, gitHub) }
  return queueBase === null ? null : { branch: null, tip: queueBase }
}

async function verifyMerge(
  measured: string,
  { headCommit, origin, gitHub }: VerificationInputs,
): Promise<VerifiedCommits> {
  const [base, head, ...others] = (await gitHub.listParents(measured)) ?? []
  if (base === undefined || head !== headCommit || others.length > 0) throw createCommitMismatch(measured, headCommit)
  const tips = await Promise.all(origin.pulls.map(async (pull) => ({ pull, tip: await requireTip(pull, gitHub) })))
  const fitting = await Promise.all(
    tips.map(async (one) => (base === one.tip || (await gitHub.findMergeBase(base, one.tip)) === base ? [one] : [])),
  )
  // Of several pull requests with this head, prefer one whose base branch still points to the base of the merge.
  const chosen = fitting.flat().toSorted((one, other) => Number(other.tip === base) - Number(one.tip === base))[0]
  if (!chosen) throw createBaseMismatch(measured, base, origin)
  const { pull, tip } = chosen
  const testMerge = { commit: measured, head, base, branch: pull.baseBranch }
  return {
    pull,
    head: { ref: `refs/pull/${pull.number}/merge`, commit: measured },
    mergeBase: base,
    checked: headCommit,
    base: { branch: pull.baseBranch, tip },
    testMerge,
  }
}

async function requireTip({ number, baseBranch }: PullRequest, gitHub: GitHub): Promise<string> {
  const tip = await gitHub.findBranchTip(baseBranch)
  if (tip !== null) return tip
  throw new UserError(
    `#${number} targets ${baseBranch}, which does not exist`,
    'Choose another base branch for the pull request.',
  )
}

const hint = 'Publish only the artifact of the run that started this workflow.'

function createCommitMismatch(measured: string, headCommit: string): UserError {
  return new UserError(
    `the run folder is of commit ${measured}, but the event is of ${headCommit}, and neither is a merge of the other`,
    hint,
  )
}

function createBaseMismatch(measured: string, base: string, { pulls }: MeasuredOrigin): UserError {
  const branches = [...new Set(pulls.map(({ baseBranch }) => baseBranch))].join(' or ')
  return new UserError(
    `the run folder is of ${measured}, a merge into ${base}, which is not a commit of ${branches}`,
    hint,
  )
}

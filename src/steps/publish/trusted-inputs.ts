import type { Config } from '../../config/schema/schema.ts'
import { type KnownCommits, parseCopiedPull, parseQueueBranch } from '../../domain/core/revision.ts'
import type { ResolvedRevision, RunRecord } from '../../record/run.ts'
import type { CommandRequest } from '../../domain/commands/command.ts'
import type { GitHub, PullRequest } from '../../io/github/github.ts'
import { restrictConfig } from '../../judging/plan/restrict-config.ts'
import {
  type RunCommits,
  compareWithTip,
  compareTrustedFiles,
  describeOutdated,
  type Reference,
} from '../trees/find-commits.ts'
import { loadRules } from '../baselines/load-committed.ts'
import { withMergeBase } from '../../judging/plan/plan-run.ts'
import { EnvironmentError, SupersededError, UserError } from '../../domain/core/errors.ts'
import type { RunContext, MeasuredBy } from '../../domain/core/run-context.ts'
import type { Logger } from '../../ports/logger.ts'

/** Inputs of a verdict that do not come from the run folder. */
export type TrustedInputs = Awaited<ReturnType<typeof readTrustedInputs>>

/**
 * Reads the rules of the base, and the commits that they name, from GitHub. `path`: of the config in the repository.
 * `commanded`: the part of the rules that a command selects.
 */
export async function readTrustedInputs(
  {
    path,
    commits,
    commanded,
  }: { readonly path: string; readonly commits: RunCommits; readonly commanded?: CommandRequest | undefined },
  gitHub: GitHub,
) {
  const read = (commit: string, file: string) => gitHub.readAt(commit, file)
  const headCommit = commits.head.commit
  const base = compareWithTip(commits, read)
  const trustedCommit = base?.commit ?? headCommit
  const [loaded] = await Promise.all([loadRules({ path, trustedCommit, headCommit, read }), base?.read(path)])
  const rules = { ...loaded, config: restrictConfig(loaded.config, commanded) }
  // Revisions: the commits of the config's refs according to the repository. Without a base, the head is trusted.
  return { rules, revisions: await findRevisions(rules.config, commits, gitHub), base }
}

/** Sentences for revisions that were measured at another commit than the repository has. */
export function listOtherCommits(stated: readonly ResolvedRevision[], trusted: readonly ResolvedRevision[]): string[] {
  return trusted.flatMap(({ label, ref, commit, problem }) => {
    // A declared revision needs no commit, and its ref may name one in the clone.
    if (commit === null && problem === null) return []
    const measured = stated.find((revision) => revision.label === label)?.commit ?? null
    if (measured === commit) return []
    const now = commit === null ? `the repository has no ${ref}` : `is ${commit.slice(0, 7)}`
    return [`${label} was measured at ${measured?.slice(0, 7) ?? 'no commit'} and ${now}`]
  })
}

async function findRevisions(config: Config, known: KnownCommits, gitHub: GitHub): Promise<ResolvedRevision[]> {
  const others = Object.entries(config.revisions).map(async ([label, { ref, declared }]): Promise<ResolvedRevision> => {
    if (declared) return { label, ref, commit: null, problem: null }
    const commit =
      ref === 'merge-base' ? known.mergeBase : ref === 'HEAD' ? known.head.commit : await gitHub.findCommit(ref)
    return { label, ref, commit, problem: commit === null ? `the repository has no ${ref} for this run` : null }
  })
  return withMergeBase(config, [{ label: 'head', ...known.head, problem: null }, ...(await Promise.all(others))], known)
}

/** Reasons why a run is not the configured one: a run folder must not choose its own reference. */
export async function listMeasureMismatches(
  { measure }: Config['comparison'],
  { testMerge, base, mergeBase, pull }: VerifiedCommits,
  gitHub: Pick<GitHub, 'findOpenPullRequest'>,
): Promise<string[]> {
  if (testMerge !== null)
    return measure === 'head' ? ['the merge into the base was measured, and comparison.measure asks for the head'] : []
  // If the head contains the tip, its merge equals the head.
  if (measure === 'head' || base === null || pull === null || mergeBase === base.tip) return []
  // Read again: an older answer may refer to another head or base.
  if ((await gitHub.findOpenPullRequest(pull.number))?.isMergeable === false) return []
  const branch = base.branch ?? 'the base'
  return [
    `the head was measured without ${branch}, although GitHub reports no conflict: measure it again, or merge ${branch} into the branch of the pull request`,
  ]
}

/**
 * Checks the current base branch on GitHub, minutes or hours after the clone was read, for reasons why the run cannot
 * pass. Empty: there are none, or nothing to check. An outage or a missing permission is only a warning, and empty.
 */
export async function recheckReference(
  reference: Reference,
  { pullRequest }: RunContext,
  { gitHub, logger }: { readonly gitHub: GitHub | null; readonly logger: Logger },
): Promise<readonly string[]> {
  const branch = reference.commits.base?.branch ?? null
  if (gitHub === null || reference.base === null || branch === null || pullRequest === null) return []
  try {
    const tip = await gitHub.findBranchTip(branch, { waits: false })
    return tip === null ? [] : await listOutdatedFiles(tip, reference, gitHub)
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    logger.warning(`The current state of ${branch} could not be read from GitHub: ${error.message} ${error.hint}`)
    return []
  }
}

async function listOutdatedFiles(tip: string, { base, commits }: Reference, gitHub: GitHub): Promise<string[]> {
  if (base === null || commits.base === null || tip === commits.base.tip) return []
  const readAt = (commit: string, path: string) => gitHub.readAt(commit, path)
  const now = compareTrustedFiles(readAt, { used: base.commit, others: [tip] })
  for (const path of base.paths) if (!base.changed.has(path)) await now.read(path)
  return describeOutdated(now, { ...commits, base: { ...commits.base, tip } })
}

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
 * Finds the open pull requests or the merge queue group of the measured head. `eventPull`: the pull request of the
 * event; null: searches GitHub by head commit and head repository.
 *
 * @throws SupersededError when the pull request was closed or has another head
 */
export async function findMeasuredOrigin(
  run: MeasuredBy,
  eventPull: number | null,
  gitHub: GitHub,
): Promise<MeasuredOrigin> {
  const { event, headBranch } = run
  if (event === 'merge_group') return findQueueOrigin(headBranch)
  const copied = event === 'push' ? parseCopiedPull(headBranch) : null
  if (copied === null && !event.startsWith('pull_request')) return { pulls: [], queueBase: null, queuedPull: null }
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
function findQueueOrigin(headBranch: string): MeasuredOrigin {
  const queue = parseQueueBranch(headBranch)
  if (queue) return { pulls: [], queueBase: queue.baseCommit, queuedPull: queue.pullRequest }
  throw new UserError(
    `${JSON.stringify(headBranch)} is not the name of a branch of a merge queue`,
    'Publish a run of the event merge_group.',
  )
}

/** The measured and reference commits confirmed by GitHub, and the pull request. */
export type VerifiedCommits = RunCommits & { readonly pull: PullRequest | null }

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
 * Verifies one measured commit (null: the run does not name it): the head, or a merge of it into its base branch.
 *
 * @throws UserError for any other commit
 */
export async function verifyMeasuredCommit(
  measured: string | null,
  headCommit: string,
  origin: MeasuredOrigin,
  gitHub: GitHub,
): Promise<VerifiedCommits> {
  const { pulls, queueBase } = origin
  if (measured === headCommit) {
    const [pull = null] = pulls
    const queued = queueBase === null ? null : { branch: null, tip: queueBase }
    const base = pull === null ? queued : { branch: pull.baseBranch, tip: await requireTip(pull, gitHub) }
    const mergeBase = base === null ? null : await gitHub.findMergeBase(base.tip, headCommit)
    const head = { ref: headCommit, commit: headCommit }
    return { pull, head, mergeBase, checked: headCommit, base, testMerge: null }
  }
  if (measured === null || pulls.length === 0) throw createCommitMismatch(measured ?? 'unknown', headCommit)
  return await verifyMerge(measured, headCommit, pulls, gitHub)
}

async function verifyMerge(
  measured: string,
  headCommit: string,
  pulls: readonly PullRequest[],
  gitHub: GitHub,
): Promise<VerifiedCommits> {
  const [base, head, ...others] = (await gitHub.listParents(measured)) ?? []
  if (base === undefined || head !== headCommit || others.length > 0) throw createCommitMismatch(measured, headCommit)
  const tips = await Promise.all(pulls.map(async (pull) => ({ pull, tip: await requireTip(pull, gitHub) })))
  const fitting = await Promise.all(
    tips.map(async (one) => (base === one.tip || (await gitHub.findMergeBase(base, one.tip)) === base ? [one] : [])),
  )
  // Of several pull requests with this head, prefer one whose base branch still points to the base of the merge.
  const chosen = fitting.flat().toSorted((one, other) => Number(other.tip === base) - Number(one.tip === base))[0]
  if (!chosen) {
    const branches = [...new Set(pulls.map(({ baseBranch }) => baseBranch))].join(' or ')
    throw new UserError(
      `the run folder is of ${measured}, a merge into ${base}, which is not a commit of ${branches}`,
      hint,
    )
  }
  const { pull, tip } = chosen
  const { number, baseBranch: branch } = pull
  return {
    pull,
    head: { ref: `refs/pull/${number}/merge`, commit: measured },
    mergeBase: base,
    checked: headCommit,
    base: { branch, tip },
    testMerge: { commit: measured, head, base, branch },
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

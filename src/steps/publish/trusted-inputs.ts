import type { Config } from '../../config/schema/schema.ts'
import type { KnownCommits } from '../../domain/core/revision.ts'
import type { ResolvedRevision } from '../../record/run.ts'
import type { CommandRequest } from '../../domain/commands/command.ts'
import type { GitHub } from '../../io/github/github.ts'
import { restrictConfig } from '../../judging/plan/restrict-config.ts'
import type { RunCommits } from '../trees/find-commits.ts'
import { loadRules, type Rules } from '../baselines/load-rules.ts'
import { compareWithTip, type TrustedFiles, compareTrustedFiles, describeOutdated } from '../trees/trusted-files.ts'
import { withMergeBase } from '../../judging/plan/plan-run.ts'
import type { VerifiedCommits } from './verify-commits.ts'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { RunContext } from '../../domain/core/run-context.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Reference } from '../trees/choose-reference.ts'

/** Inputs of a verdict that do not come from the run folder. */
export type TrustedInputs = {
  readonly rules: Rules
  /** The commits of the config's refs according to the repository. */
  readonly revisions: readonly ResolvedRevision[]
  /** Reads rules, baselines and noise of the base; null: there is no base, and the head is trusted. */
  readonly base: TrustedFiles | null
}

export type TrustedInputsRequest = {
  /** Path of the config in the repository. */
  readonly path: string
  readonly commits: RunCommits
  /** The part of the rules that a command selects. */
  readonly commanded?: CommandRequest | undefined
}

/** Reads the rules of the base, and the commits that they name, from GitHub. */
export async function readTrustedInputs(
  { path, commits, commanded }: TrustedInputsRequest,
  gitHub: GitHub,
): Promise<TrustedInputs> {
  const read = (commit: string, file: string) => gitHub.readAt(commit, file)
  const headCommit = commits.head.commit
  const base = compareWithTip(commits, read)
  const trustedCommit = base?.commit ?? headCommit
  const [loaded] = await Promise.all([loadRules({ path, trustedCommit, headCommit, read }), base?.read(path)])
  const rules = { ...loaded, config: restrictConfig(loaded.config, commanded) }
  return { rules, revisions: await findRevisions(rules.config, commits, gitHub), base }
}

/** Sentences for revisions that were measured at another commit than the repository has. */
export function listOtherCommits(stated: readonly ResolvedRevision[], trusted: readonly ResolvedRevision[]): string[] {
  return trusted.flatMap(({ label, commit }) => {
    const measured = stated.find((revision) => revision.label === label)?.commit ?? null
    if (commit === null || measured === commit) return []
    return [`${label} was measured at ${measured?.slice(0, 7) ?? 'no commit'} and is ${commit.slice(0, 7)}`]
  })
}

async function findRevisions(config: Config, known: KnownCommits, gitHub: GitHub): Promise<ResolvedRevision[]> {
  const others = Object.entries(config.revisions).map(async ([label, { ref, declared }]): Promise<ResolvedRevision> => {
    if (declared) return { label, ref, commit: null, problem: null }
    const commit = ref === 'merge-base' ? known.mergeBase : await gitHub.findCommit(ref)
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

type RecheckPorts = { readonly gitHub: GitHub | null; readonly logger: Logger }

/**
 * Checks the current base branch on GitHub, minutes or hours after the clone was read, for reasons why the run cannot
 * pass. An outage or a missing permission is only a warning.
 */
export async function recheckReference(
  reference: Reference,
  { pullRequest }: RunContext,
  { gitHub, logger }: RecheckPorts,
): Promise<readonly string[]> {
  const { base, commits } = reference
  const branch = commits.base?.branch ?? null
  if (gitHub === null || base === null || branch === null || pullRequest === null) return []
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

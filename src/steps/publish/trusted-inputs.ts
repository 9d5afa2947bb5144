import type { Config } from '../../config/schema/schema.ts'
import type { CommandRequest } from '../../domain/commands/command-request.ts'
import type { KnownCommits } from '../../domain/core/revision.ts'
import type { ResolvedRevision } from '../../record/run.ts'
import type { GitHub } from '../../io/github/github.ts'
import { restrictConfig } from '../../judging/plan/restrict-config.ts'
import type { RunCommits } from '../trees/find-commits.ts'
import { loadRules, type Rules } from '../baselines/load-rules.ts'
import { compareWithTip, type TrustedFiles } from '../trees/trusted-files.ts'
import { withMergeBase } from '../../judging/plan/plan-run.ts'

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

import { UserError } from '../../domain/core/errors.ts'
import type { RunContext } from '../../domain/core/run-context.ts'
import type { GitRepository } from '../../ports/git-repository.ts'
import { deriveCheckName, listNamesakes } from '../../judging/plan/restrict-config.ts'
import { findCommits, type RunCommits } from './find-commits.ts'
import { loadRules, type Rules } from '../baselines/load-rules.ts'
import { compareWithTip, type TrustedFiles } from './trusted-files.ts'

export type ReferenceRequest = {
  readonly context: RunContext
  /** Path of the config in the repository. */
  readonly configPath: string
  /** Rules provided by a user; null: from the base, or from the head of a trusted event. */
  readonly ownRules: Rules | null
  /** Found when the check was opened. */
  readonly found: RunCommits
}

/** The commits to measure, their rules, and access to the base. */
export type Reference = {
  readonly commits: RunCommits
  readonly rules: Rules
  /** Reads rules, baselines and noise of the base; null: there is no base. */
  readonly base: TrustedFiles | null
}

/**
 * Reads the rules at the base of the test merge, or at the tip of the base when the head itself is measured (by config,
 * or without a test merge).
 */
export async function chooseReference(request: ReferenceRequest, git: GitRepository): Promise<Reference> {
  const first = await readReference(request, request.found, git)
  if (request.found.testMerge === null || first.rules.config.comparison.measure === 'merge') return first
  return await readReference(request, await findCommits(request.context, git, 'head'), git)
}

async function readReference(
  { context, configPath, ownRules }: Omit<ReferenceRequest, 'found'>,
  commits: RunCommits,
  git: GitRepository,
): Promise<Reference> {
  const read = (commit: string, path: string) => git.readAt(commit, path)
  const base = compareWithTip(commits, read)
  // A config outside the repository does not exist in the base.
  if (!configPath.startsWith('..')) await base?.read(configPath)
  if (ownRules !== null) return { commits, rules: ownRules, base }
  const trustedCommit = context.trust === 'trusted' ? commits.head.commit : (base?.commit ?? null)
  const rules = await loadRules({ path: configPath, trustedCommit, headCommit: commits.head.commit, read })
  for (const other of listNamesakes(configPath))
    if ((await read(trustedCommit ?? commits.head.commit, other)) !== null)
      throw new UserError(
        `${configPath} and ${other} would write one check: ${deriveCheckName(configPath)}`,
        'Rename or remove one of these configs: the path of a config, without .github and its ending, names its check.',
      )
  return { commits, rules, base }
}

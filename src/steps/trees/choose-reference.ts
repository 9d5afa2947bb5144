import type { RunContext } from '../../domain/core/run-context.ts'
import type { GitRepository } from '../../ports/git-repository.ts'
import { findCommits, type RunCommits } from './find-commits.ts'
import { loadRules, type Rules } from '../baselines/load-rules.ts'
import { compareWithTip, type TrustedFiles } from '../publish/trusted-files.ts'

export type ReferenceRequest = {
  readonly context: RunContext
  /** Path of the config inside the repository. */
  readonly configPath: string
  /** Rules that a person brought along; null: those of the base, or of the head where the event is trusted. */
  readonly ownRules: Rules | null
  /** As found when the check was opened. */
  readonly found: RunCommits
}

/** What is measured, by which rules, and how the base is read. */
export type Reference = {
  readonly commits: RunCommits
  readonly rules: Rules
  /** Reads rules, baselines and noise of the base; null: there is no base. */
  readonly base: TrustedFiles | null
}

/**
 * Reads the rules at the commit of the base that the head was merged into, or at the tip of the base where the head itself is
 * measured, because of the config or for want of a test merge.
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
  // A config outside of the repository has no counterpart in the base.
  if (!configPath.startsWith('..')) await base?.read(configPath)
  if (ownRules !== null) return { commits, rules: ownRules, base }
  const trustedCommit = context.trust === 'trusted' ? commits.head.commit : (base?.commit ?? null)
  const rules = await loadRules({ path: configPath, trustedCommit, headCommit: commits.head.commit, read })
  return { commits, rules, base }
}

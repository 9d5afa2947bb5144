import { findNearestFew } from '../../config/validation/find-nearest.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { KnownCommits } from '../../domain/core/revision.ts'
import type { GitRepository } from '../../ports/git-repository.ts'
import { withMergeBase } from '../../judging/plan/plan-run.ts'
import type { ResolvedRevision } from '../../record/run.ts'

/** Resolves every revision to a commit before anything runs; an unknown ref is reported with similar tags. */
export async function resolveRevisions(
  config: Config,
  known: KnownCommits,
  git: GitRepository,
): Promise<ResolvedRevision[]> {
  const head: ResolvedRevision = { label: 'head', ...known.head, problem: null }
  const others: ResolvedRevision[] = []
  for (const [label, { ref }] of Object.entries(config.revisions)) others.push(await resolveOne(label, ref, known, git))
  return withMergeBase(config, [head, ...others], known)
}

async function resolveOne(
  label: string,
  ref: string,
  known: KnownCommits,
  git: GitRepository,
): Promise<ResolvedRevision> {
  if (ref === 'merge-base') {
    const problem = known.mergeBase === null ? 'this run has no base branch for a merge base' : null
    return { label, ref, commit: known.mergeBase, problem }
  }
  // The measured head can differ from HEAD of the clone.
  if (ref === 'HEAD') return { label, ref, commit: known.head.commit, problem: null }
  const commit = await git.resolve(ref)
  return { label, ref, commit, problem: commit === null ? await describeMissingRef(ref, git) : null }
}

async function describeMissingRef(ref: string, git: GitRepository): Promise<string> {
  const tags = await git.listTags()
  const nearest = findNearestFew(ref, tags, 3)
  const known = nearest.length > 0 ? `nearest tags: ${nearest.join(', ')}` : 'the repository has no tags'
  return `${ref} exists neither here nor in the base repository (${known})`
}

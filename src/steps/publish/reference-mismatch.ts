import type { Config } from '../../config/schema/schema.ts'
import type { SharingPull } from '../../domain/check/check-claim.ts'
import type { GitHub, PullRequest } from '../../ports/github.ts'
import type { VerifiedCommits } from './verify-commits.ts'

/**
 * Pull requests with the head of this one and another base: what one of them passes says nothing about the others. This one is
 * among them when its base was changed since it was measured.
 */
export function findSharing(
  pull: Pick<PullRequest, 'number' | 'baseBranch'> | null,
  all: readonly PullRequest[],
): readonly SharingPull[] {
  if (pull === null) return []
  const others = all.filter(({ baseBranch }) => baseBranch !== pull.baseBranch)
  return others.map(({ number, baseBranch }) => ({ number, baseBranch }))
}

/** Why a run is not the one that the config asks for: a run folder must not choose what it is compared with. */
export async function listMeasureMismatches(
  { measure }: Config['comparison'],
  { testMerge, base, mergeBase, pull }: VerifiedCommits,
  gitHub: Pick<GitHub, 'findOpenPullRequest'>,
): Promise<string[]> {
  if (testMerge !== null)
    return measure === 'head' ? ['the merge into the base was measured, and comparison.measure asks for the head'] : []
  // On top of the tip a head and its merge are the same.
  if (measure === 'head' || base === null || pull === null || mergeBase === base.tip) return []
  // An older answer may be of another head or base.
  if ((await gitHub.findOpenPullRequest(pull.number))?.isMergeable === false) return []
  const branch = base.branch ?? 'the base'
  return [
    `the head was measured without ${branch}, with which GitHub shows no conflict: measure it again, or merge ${branch} into the branch of the pull request`,
  ]
}

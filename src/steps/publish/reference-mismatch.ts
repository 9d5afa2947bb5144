import type { Config } from '../../config/schema/schema.ts'
import type { SharingPull } from '../../domain/check/check-claim.ts'
import type { GitHub, PullRequest } from '../../ports/github.ts'
import type { VerifiedCommits } from './verify-commits.ts'

/**
 * Open pull requests with the same head and another base, whose results are independent. Includes this pull request
 * when its base was changed after the measurement.
 */
export function findSharing(
  pull: Pick<PullRequest, 'number' | 'baseBranch'> | null,
  all: readonly PullRequest[],
): readonly SharingPull[] {
  if (pull === null) return []
  const others = all.filter(({ baseBranch }) => baseBranch !== pull.baseBranch)
  return others.map(({ number, baseBranch }) => ({ number, baseBranch }))
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

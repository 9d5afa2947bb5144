import type { Config } from '../../config/schema/schema.ts'
import type { GitHub } from '../../io/github/github.ts'
import type { VerifiedCommits } from './verify-commits.ts'

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

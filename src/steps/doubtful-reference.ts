import type { Config } from '../config/schema.ts'
import type { GitHub, PullRequest } from '../ports/github.ts'
import type { VerifiedCommits } from './verify-commits.ts'

/** Why the verdict of one pull request cannot pass for all that share its head commit, and with it the check. */
export function sharedHead(
  pull: Pick<PullRequest, 'number' | 'baseBranch'> | null,
  sharing: readonly PullRequest[],
): string[] {
  if (pull === null) return []
  const { number, baseBranch } = pull
  const others = sharing.filter((other) => other.number !== number && other.baseBranch !== baseBranch)
  if (others.length === 0) return []
  const named = others.map((other) => `#${other.number} into ${other.baseBranch}`).join(', ')
  return [
    `this is about #${number} into ${baseBranch} alone, and ${named} has the same head commit and therefore the same check: push a commit to one of them`,
  ]
}

/** Why a run is not the one that the config asks for: a run folder must not choose what it is compared with. */
export async function otherMeasure(
  { measure }: Config['comparison'],
  { testMerge, base, mergeBase, pull }: VerifiedCommits,
  gitHub: Pick<GitHub, 'openPullRequest'>,
): Promise<string[]> {
  if (testMerge !== null)
    return measure === 'head' ? ['the merge into the base was measured, and comparison.measure asks for the head'] : []
  // On top of the tip a head and its merge are the same.
  if (measure === 'head' || base === null || pull === null || mergeBase === base.tip) return []
  // An older answer may be of another head or base.
  if ((await gitHub.openPullRequest(pull.number))?.isMergeable === false) return []
  const branch = base.branch ?? 'the base'
  return [
    `the head was measured without ${branch}, with which GitHub shows no conflict: measure it again, or merge ${branch} into the branch of the pull request`,
  ]
}

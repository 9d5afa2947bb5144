import { EnvironmentError } from '../domain/errors.ts'
import type { RunContext } from '../domain/run-context.ts'
import type { GitHub } from '../ports/github.ts'
import type { Logger } from '../ports/logger.ts'
import type { Reference } from './choose-reference.ts'
import { sharedHead } from './doubtful-reference.ts'
import { compareYardstick, outdatedYardstick } from './outdated-yardstick.ts'

type Hands = { readonly gitHub: GitHub | null; readonly logger: Logger }

/**
 * Why a run that was measured in a clone cannot pass, as GitHub has the base branch and the pull requests by now: minutes or
 * hours after the clone was looked at. What was judged is not held up by an outage, nor by a token that may not ask: both are
 * warned of.
 */
export async function doubtsOfGitHub(
  reference: Reference,
  { pullRequest }: RunContext,
  { gitHub, logger }: Hands,
): Promise<string[]> {
  const { base, commits } = reference
  const branch = commits.base?.branch ?? null
  if (gitHub === null || base === null || branch === null || pullRequest === null) return []
  try {
    const haste = { isFleeting: true } as const
    const [tip, sharing] = await Promise.all([
      gitHub.branchTip(branch, haste),
      gitHub.pullRequestsOf(commits.checked, haste),
    ])
    const own = { number: pullRequest, baseBranch: branch }
    return [...sharedHead(own, sharing), ...(tip === null ? [] : await outdatedSince(tip, reference, gitHub))]
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    logger.warning(`GitHub was not asked for ${branch} as it is now: ${error.message} ${error.hint}`)
    return []
  }
}

async function outdatedSince(tip: string, { base, commits }: Reference, gitHub: GitHub): Promise<string[]> {
  if (base === null || commits.base === null || tip === commits.base.tip) return []
  const readAt = (commit: string, path: string) => gitHub.readAt(commit, path)
  const now = compareYardstick(readAt, { used: base.commit, others: [tip] })
  for (const path of base.paths) if (!base.changed.has(path)) await now.read(path)
  return outdatedYardstick(now, { ...commits, base: { ...commits.base, tip } })
}

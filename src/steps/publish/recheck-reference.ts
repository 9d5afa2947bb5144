import { EnvironmentError } from '../../domain/core/errors.ts'
import type { RunContext } from '../../domain/core/run-context.ts'
import type { GitHub } from '../../io/github/github.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Reference } from '../trees/choose-reference.ts'
import { compareTrustedFiles, describeOutdated } from '../trees/trusted-files.ts'

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

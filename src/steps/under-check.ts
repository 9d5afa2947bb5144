import type { GitHub } from '../ports/github.ts'
import type { Logger } from '../ports/logger.ts'
import type { PendingCheck } from '../ports/pending-check.ts'
import { announce, completeWithError, type Announcement } from './announce.ts'

/**
 * Opens the check, does the work, and completes the check with the error when the work throws. Without GitHub only
 * the work is done.
 */
export async function underCheck<Result>(
  announcement: Announcement,
  signal: AbortSignal,
  ports: {
    readonly gitHub: GitHub | null
    readonly logger: Logger
    readonly pending?: PendingCheck | null
  },
  work: () => Promise<Result>,
): Promise<Result> {
  const { gitHub, logger, pending = null } = ports
  if (!gitHub) return await work()
  await announce(announcement, { gitHub, logger })
  try {
    return await work()
  } catch (error) {
    await completeWithError(announcement, error, signal.aborted, { gitHub, logger, pending })
    throw error
  }
}

import type { GitHub } from '../../io/github/github.ts'
import type { Logger } from '../../ports/logger.ts'
import type { PendingCheck } from '../../ports/pending-check.ts'
import { announce, completeWithError, type Announcement, type CheckSubject, type CutShort } from './announce.ts'

/** Reports the pull request and base of the work once they are known. */
export type Identify = (subject: CheckSubject) => void

/**
 * Opens the check, runs the work, and completes the check with the error when the work throws. Without GitHub it only
 * runs the work. `cutShort`: how the underlying measurement ended.
 */
export async function runUnderCheck<Result>(
  announcement: Announcement,
  { signal, cutShort = null }: { readonly signal: AbortSignal; readonly cutShort?: CutShort },
  ports: {
    readonly gitHub: GitHub | null
    readonly logger: Logger
    readonly pending?: PendingCheck | null
  },
  work: (identify: Identify) => Promise<Result>,
): Promise<Result> {
  const { gitHub, logger, pending = null } = ports
  if (!gitHub) return await work(() => {})
  let announced = announcement
  await announce(announcement, { gitHub, logger })
  try {
    return await work((subject) => {
      announced = { ...announcement, ...subject, isProvisional: false }
    })
  } catch (error) {
    await completeWithError(announced, error, signal.aborted ? 'cancelled' : cutShort, { gitHub, logger, pending })
    throw error
  }
}

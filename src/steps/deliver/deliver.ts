import type { CheckClaim } from '../../domain/check/check-entry.ts'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { Delivery, Receipt } from '../../domain/verdict/report.ts'
import type { GitHub } from '../../io/github/github.ts'
import type { Logger } from '../../ports/logger.ts'
import type { PendingCheck } from '../../ports/pending-check.ts'
import type { Announcement } from './announce.ts'
import { completeCheck, confirmCheck } from './write-check.ts'

export type DeliverPorts = {
  /** Null when writing to GitHub is not allowed. */
  readonly gitHub: GitHub | null
  /** Replaces the summary of this step, of which the runner keeps 1,000,000 bytes; false: it failed; null: there is none. */
  readonly writeSummary: ((markdown: string) => Promise<boolean>) | null
  readonly logger: Logger
  /** Null or absent without a post step. */
  readonly pending?: PendingCheck | null
}

/**
 * Writes the parts of a report to job summary, comment and check, one by one; the receipt of a failed one is `refused`.
 * Then reads the check back, because another run may have written it.
 */
export async function deliver(
  deliveries: readonly Delivery[],
  announcement: Announcement,
  ports: DeliverPorts,
): Promise<Receipt[]> {
  const { gitHub, logger } = ports
  const receipts: Receipt[] = []
  for (const delivery of deliveries) {
    const receipt = await perform(delivery, announcement, ports).catch((error: unknown): Receipt => {
      if (!(error instanceof EnvironmentError)) throw error
      const problem = `${error.message} ${error.hint}`
      logger.warning(`${delivery.kind} was not delivered: ${problem}`)
      return { kind: delivery.kind, status: 'refused', url: null, problem }
    })
    receipts.push(receipt)
  }
  const check = deliveries.find((delivery) => delivery.kind === 'check-run')
  const isWritten = receipts.some(({ kind, status }) => kind === 'check-run' && status !== 'refused')
  // Without a pull request, no other result can be affected.
  if (gitHub && check && isWritten && announcement.pullRequest !== null)
    await confirmCheck(claimForDelivery(check, announcement), gitHub).catch((error: unknown) => {
      // The verdict is already written.
      if (!(error instanceof EnvironmentError)) throw error
      logger.warning(`The check was written, but could not be confirmed: ${error.message}. ${error.hint}`)
    })
  return receipts
}

/** Without a pull request, a run that had nothing to be judged by must not hold the check of a pull request. */
function claimForDelivery(
  { title, summary, conclusion, isUnjudged }: Extract<Delivery, { kind: 'check-run' }>,
  announcement: Announcement,
): CheckClaim {
  const isAlone = isUnjudged && announcement.pullRequest === null && !announcement.isProvisional
  const unjudged = conclusion === 'failure' ? 'unjudged_strict' : 'unjudged'
  return { ...announcement, title, summary, result: isAlone ? unjudged : conclusion }
}

async function perform(
  delivery: Delivery,
  announcement: Announcement,
  { gitHub, writeSummary, logger, pending }: DeliverPorts,
): Promise<Receipt> {
  const { kind } = delivery
  if (kind === 'job-summary') {
    if (await writeSummary?.(delivery.body)) return { kind, status: 'written', url: null, problem: null }
    const problem = writeSummary === null ? 'the runner gave no file for the summary' : 'it could not be written'
    return { kind, status: 'refused', url: null, problem }
  }
  if (!gitHub)
    return { kind, status: 'refused', url: null, problem: 'no token was given, so nothing is written to GitHub' }
  if (kind === 'sticky-comment') {
    const { url, wasCreated } = await gitHub.upsertComment(delivery.pullRequest, delivery.marker, delivery.body)
    return { kind, status: wasCreated ? 'created' : 'updated', url, problem: null }
  }
  const claim = claimForDelivery(delivery, announcement)
  const { url, wasCreated, held, conclusion } = await completeCheck(claim, { gitHub, pending })
  if (held !== null) logger.notice(held)
  return { kind, status: wasCreated ? 'created' : 'updated', url, problem: null, conclusion }
}

import type { CheckClaim } from '../../domain/check/check-entry.ts'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { Delivery, Receipt } from '../../domain/verdict/report.ts'
import type { GitHub } from '../../io/github/github.ts'
import type { JobSummary } from '../../ports/job-summary.ts'
import type { Logger } from '../../ports/logger.ts'
import type { PendingCheck } from '../../ports/pending-check.ts'
import type { Announcement } from './announce.ts'
import { completeCheck, confirmCheck } from './write-check.ts'

export type DeliverPorts = {
  /** Absent when writing to GitHub is not allowed. */
  readonly gitHub: GitHub | null
  readonly jobSummary: JobSummary | null
  readonly logger: Logger
  /** Absent without a cleanup step. */
  readonly pending?: PendingCheck | null
}

/**
 * Performs deliveries one by one; reports a failed one and continues. Finally reads the check back, because another run
 * may have written it at the same time.
 */
export async function deliver(
  deliveries: readonly Delivery[],
  announcement: Announcement,
  ports: DeliverPorts,
): Promise<Receipt[]> {
  const receipts: Receipt[] = []
  for (const delivery of deliveries) receipts.push(await attempt(delivery, announcement, ports))
  const check = deliveries.find(({ kind }) => kind === 'check-run')
  // Without a pull request, no other result can be affected.
  const isShared = announcement.pullRequest !== null
  const isWritten = isShared && receipts.some(({ kind, status }) => kind === 'check-run' && status !== 'refused')
  if (check?.kind === 'check-run' && isWritten) await confirm(check, announcement, ports)
  return receipts
}

type CheckDelivery = Extract<Delivery, { kind: 'check-run' }>

/** The verdict is already written, so a failed confirmation is only a warning. */
async function confirm(
  check: CheckDelivery,
  announcement: Announcement,
  { gitHub, logger }: DeliverPorts,
): Promise<void> {
  if (!gitHub) return
  try {
    await confirmCheck(claimForDelivery(check, announcement), gitHub)
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    logger.warning(`The check was written, but could not be read back: ${error.message}`)
  }
}

/** Without a pull request, a run that had nothing to be judged by must not hold the check of a pull request. */
function claimForDelivery(
  { title, summary, conclusion, isUnjudged }: CheckDelivery,
  announcement: Announcement,
): CheckClaim {
  const isAlone = isUnjudged && announcement.pullRequest === null && !announcement.isProvisional
  const unjudged = conclusion === 'failure' ? 'unjudged_strict' : 'unjudged'
  return { ...announcement, title, summary, result: isAlone ? unjudged : conclusion }
}

async function attempt(delivery: Delivery, announcement: Announcement, ports: DeliverPorts): Promise<Receipt> {
  try {
    return await perform(delivery, announcement, ports)
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    const problem = `${error.message} ${error.hint}`
    ports.logger.warning(`${delivery.kind} was not delivered: ${problem}`)
    return { kind: delivery.kind, status: 'refused', url: null, problem }
  }
}

async function perform(delivery: Delivery, announcement: Announcement, ports: DeliverPorts): Promise<Receipt> {
  const { kind } = delivery
  switch (kind) {
    case 'check-run': {
      if (!ports.gitHub) return withoutAccess(kind)
      const claim = claimForDelivery(delivery, announcement)
      const written = await completeCheck(claim, { ...ports, gitHub: ports.gitHub })
      if (written.held !== null) ports.logger.notice(written.held)
      return buildReceipt(kind, written)
    }
    case 'sticky-comment': {
      if (!ports.gitHub) return withoutAccess(kind)
      return buildReceipt(kind, await ports.gitHub.upsertComment(delivery.pullRequest, delivery.marker, delivery.body))
    }
    case 'job-summary': {
      await ports.jobSummary?.write(delivery.body)
      return { kind, status: 'written', url: null, problem: null }
    }
    default:
      return kind satisfies never
  }
}

function buildReceipt(kind: Delivery['kind'], done: { url: string | null; wasCreated: boolean }): Receipt {
  return { kind, status: done.wasCreated ? 'created' : 'updated', url: done.url, problem: null }
}

function withoutAccess(kind: Delivery['kind']): Receipt {
  return { kind, status: 'refused', url: null, problem: 'no token was given, so nothing is written to GitHub' }
}

import { EnvironmentError } from '../domain/errors.ts'
import type { Delivery, Receipt } from '../domain/delivery.ts'
import type { GitHub } from '../ports/github.ts'
import type { JobSummary } from '../ports/job-summary.ts'
import type { Logger } from '../ports/logger.ts'
import type { PendingCheck } from '../ports/pending-check.ts'
import { completeCheck } from './complete-check.ts'

export type DeliverPorts = {
  /** Absent where nothing may be written to GitHub. */
  readonly gitHub: GitHub | null
  readonly jobSummary: JobSummary | null
  readonly logger: Logger
  /** Absent where nobody cleans up after this process. */
  readonly pending?: PendingCheck | null
}

/** What a check run needs besides its content. */
export type CheckIdentity = { readonly externalId: string; readonly detailsUrl: string | null }

/** Performs deliveries one by one. What is refused is said and does not stop the others. */
export async function deliver(
  deliveries: readonly Delivery[],
  identity: CheckIdentity,
  ports: DeliverPorts,
): Promise<Receipt[]> {
  const receipts: Receipt[] = []
  for (const delivery of deliveries) receipts.push(await attempt(delivery, identity, ports))
  return receipts
}

async function attempt(delivery: Delivery, identity: CheckIdentity, ports: DeliverPorts): Promise<Receipt> {
  try {
    return await perform(delivery, identity, ports)
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    const problem = `${error.message} ${error.hint}`
    ports.logger.warning(`${delivery.kind} was not delivered: ${problem}`)
    return { kind: delivery.kind, status: 'refused', url: null, problem }
  }
}

async function perform(delivery: Delivery, identity: CheckIdentity, ports: DeliverPorts): Promise<Receipt> {
  const { kind } = delivery
  switch (kind) {
    case 'check-run': {
      if (!ports.gitHub) return withoutAccess(kind)
      const { name, headCommit, title, summary, conclusion } = delivery
      const check = { name, headCommit, title, summary, ...identity, conclusion }
      return receipt(kind, await completeCheck(check, { ...ports, gitHub: ports.gitHub }))
    }
    case 'sticky-comment': {
      if (!ports.gitHub) return withoutAccess(kind)
      return receipt(kind, await ports.gitHub.upsertComment(delivery.pullRequest, delivery.marker, delivery.body))
    }
    case 'job-summary': {
      await ports.jobSummary?.write(delivery.body)
      return { kind, status: 'written', url: null, problem: null }
    }
    default:
      return kind satisfies never
  }
}

function receipt(kind: Delivery['kind'], done: { url: string; wasCreated: boolean }): Receipt {
  return { kind, status: done.wasCreated ? 'created' : 'updated', url: done.url, problem: null }
}

function withoutAccess(kind: Delivery['kind']): Receipt {
  return { kind, status: 'refused', url: null, problem: 'no token was given, so nothing is written to GitHub' }
}

import { withEntries } from '../../domain/tracking/ledger.ts'
import { buildLedgerChange, readLedger } from './history-store.ts'
import type { IssuePorts, IssueRequest, IssueOutcome } from './issue-request.ts'
import { writeUntilSettled } from './track-run.ts'
import type { Ledger, LedgerEntry } from '../../record/history.ts'

/** A claim older than this belongs to a job that ended before it updated its issue. */
const leaseMinutes = 15

type ClaimRequest = Pick<IssueRequest, 'follower' | 'signal'>

/** Takes over the claims of ended jobs; returns the updated ledger. */
export async function claimAbandoned(ledger: Ledger, request: ClaimRequest, ports: IssuePorts): Promise<Ledger> {
  const nowMs = ports.clock.now().getTime()
  const { follower, signal } = request
  const isAbandoned = ({ isTold, claim }: LedgerEntry): boolean =>
    !isTold && claim.by !== follower.by && nowMs - Date.parse(claim.at) > leaseMinutes * 60_000
  if (!ledger.entries.some(isAbandoned)) return ledger
  return await writeUntilSettled(ports, signal, async (snapshot) => {
    const before = await readLedger(snapshot, ledger.testbedId)
    const taken = before.entries.filter(isAbandoned).map((entry) => ({ ...entry, claim: follower }))
    const result = withEntries(before, taken)
    const changes = taken.length > 0 ? [buildLedgerChange(result)] : []
    return { changes, message: `Take over unfinished issue updates on ${ledger.testbedId}`, result }
  })
}

/** Records in the ledger what this job has reported, so that no other job repeats it. */
export async function settleClaims(
  testbedId: string,
  outcomes: readonly IssueOutcome[],
  { follower, signal }: ClaimRequest,
  ports: IssuePorts,
): Promise<void> {
  const mine = new Map(
    outcomes
      .filter(({ entry }) => !entry.isTold && entry.claim.by === follower.by)
      .map((item) => [item.entry.id, item]),
  )
  if (mine.size === 0) return
  await writeUntilSettled(ports, signal, async (snapshot) => {
    const ledger = await readLedger(snapshot, testbedId)
    const settled = ledger.entries.flatMap((entry) => {
      const item = mine.get(entry.id)
      if (!item || entry.claim.by !== follower.by || entry.isTold) return []
      return [{ ...entry, issue: item.issue?.number ?? entry.issue, isTold: true }]
    })
    const changes = settled.length > 0 ? [buildLedgerChange(withEntries(ledger, settled))] : []
    return { changes, message: `Record the issues of ${testbedId}`, result: undefined }
  })
}

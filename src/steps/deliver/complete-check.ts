import type { CheckClaim } from '../../domain/check/check-claim.ts'
import type { GitHub } from '../../io/github/github.ts'
import type { PendingCheck } from '../../ports/pending-check.ts'
import { writeCheck, type WrittenCheck } from './write-check.ts'

export type CompletePorts = { readonly gitHub: GitHub; readonly pending?: PendingCheck | null }

/** Completes a check. Stores the result first, because this process may be killed during the attempt. */
export async function completeCheck(claim: CheckClaim, { gitHub, pending }: CompletePorts): Promise<WrittenCheck> {
  pending?.keep(claim)
  const written = await writeCheck(claim, gitHub)
  pending?.settle()
  return written
}

import type { CheckClaim } from '../domain/check/check-claim.ts'

/**
 * What a check is to be completed with, kept outside this process until GitHub has it: whoever cleans up after a process
 * that was killed, or that waited in vain for GitHub, can still say it.
 */
export interface PendingCheck {
  keep(claim: CheckClaim): void
  /** GitHub has it. */
  settle(): void
}

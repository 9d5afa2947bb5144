import type { CheckClaim } from '../domain/check/check-entry.ts'

/**
 * The final result of a check, stored outside this process until GitHub has accepted it. A cleanup step can deliver it
 * after a kill or an outage.
 */
export interface PendingCheck {
  keep(claim: CheckClaim): void
  /** GitHub has accepted the result. */
  settle(): void
}

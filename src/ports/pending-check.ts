import type { CheckClaim } from '../domain/check/check-entry.ts'

/** The result of a check, kept until GitHub has it: the post step delivers it after a kill or an outage. */
export interface PendingCheck {
  /** Replaces what was kept before. */
  keep(claim: CheckClaim): void
  /** GitHub has accepted the result. */
  settle(): void
}

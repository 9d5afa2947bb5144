import type { CheckRun } from './github.ts'

/**
 * What a check is to be completed with, kept outside this process until GitHub has it: whoever cleans up after a process
 * that was killed, or that waited in vain for GitHub, can still say it.
 */
export interface PendingCheck {
  keep(check: CheckRun): void
  /** GitHub has it. */
  settle(): void
}

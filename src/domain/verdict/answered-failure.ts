import type { CaseOutcome } from '../trial/outcome.ts'

/**
 * Whether a case failed in a way that answers its question, such as a setting that needs more memory than available.
 */
export function isAnswer(outcome: CaseOutcome): boolean {
  if (outcome.status !== 'failed') return false
  return outcome.failureKind !== null && (outcome.planned.answers ?? []).includes(outcome.failureKind)
}

import type { CaseOutcome } from '../trial/outcome.ts'

/** A case that failed in a way that answers what it was run for, as a setting that needs more memory than there is. */
export function isAnswer(outcome: CaseOutcome): boolean {
  if (outcome.status !== 'failed') return false
  return (outcome.planned.answers ?? []).some((kind) => outcome.reason.startsWith(`${kind}: `))
}

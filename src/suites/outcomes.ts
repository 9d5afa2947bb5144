import { wallTime } from '../domain/core/metric.ts'
import { summarize, type Summary } from '../domain/core/statistics.ts'
import { computeSpeedup, type Speedup } from '../domain/scaling/scaling.ts'
import { type CaseOutcome, getSamples, isMeasured, type MeasuredOutcome } from '../domain/trial/outcome.ts'

/** Summarizes the wall times of a case, in seconds. */
export function summarizeWallTime(outcome: MeasuredOutcome): Summary {
  return summarize(getSamples(outcome, wallTime.name))
}

/** Computes how many times as fast `other` is as `base`; null unless both were measured. */
export function compareWallTimes(
  base: MeasuredOutcome | null | undefined,
  other: MeasuredOutcome | null | undefined,
  confidence: number,
): Speedup | null {
  const [one, more] = [base, other].map((outcome) => (outcome ? getSamples(outcome, wallTime.name) : []))
  return computeSpeedup(one ?? [], more ?? [], confidence)
}

/** Explains why a case has no speed-up over the 1-GPU case `base`. */
export function explainNoSpeedup(outcome: CaseOutcome | undefined, base: CaseOutcome | undefined): string {
  return isMeasured(base) ? explainAbsence(outcome) : `no 1-GPU run to compare with: ${explainAbsence(base)}`
}

/** Explains why a case has no figures; `measured` if it has. */
export function explainAbsence(outcome: CaseOutcome | undefined): string {
  if (!outcome) return 'this case is not part of the run'
  return outcome.status === 'measured' ? 'measured' : outcome.reason
}

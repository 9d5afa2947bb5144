import type { CaseOutcome } from '../domain/trial/outcome.ts'
import { summarize, type Summary } from '../domain/core/statistics.ts'
import { wallTime } from '../domain/core/metric.ts'

/** An outcome with counted trials. */
export type MeasuredOutcome = Extract<CaseOutcome, { status: 'measured' }>

/** Whether the case has counted trials; false for an absent case. */
export function isMeasured(outcome: CaseOutcome | undefined): outcome is MeasuredOutcome {
  return outcome?.status === 'measured'
}

/** Samples of one metric in its unit; empty when the case does not have it. */
export function getSamples(outcome: MeasuredOutcome, metricName: string): readonly number[] {
  return outcome.measurements.find((item) => item.metric.name === metricName)?.samples ?? []
}

/** Summarizes the wall times of a case, in seconds. */
export function summarizeWallTime(outcome: MeasuredOutcome): Summary {
  return summarize(getSamples(outcome, wallTime.name))
}

/** Explains why a case has no figures. */
export function explainAbsence(outcome: CaseOutcome | undefined): string {
  if (!outcome) return 'this case is not part of the run'
  return outcome.status === 'measured' ? 'measured' : outcome.reason
}

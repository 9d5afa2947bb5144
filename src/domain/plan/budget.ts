import type { Plan, PlannedCase } from './plan.ts'
import type { Trial } from '../trial/trial.ts'

/** Limit in device-minutes; null: no limit. The minimum runs of the plan always take place. */
export type Budget = {
  readonly run: number | null
  /** By suite name; absent suites have no limit of their own. */
  readonly suites: Readonly<Record<string, number | null>>
}

/** Whether the additional device-seconds fit into the budget of a suite and of the run. */
export function isWithinBudget(
  budget: Budget,
  { cases: all }: Pick<Plan, 'cases'>,
  trials: readonly Trial[],
  { suite, moreDeviceSeconds }: { readonly suite: string; readonly moreDeviceSeconds: number },
): boolean {
  const ofSuite = all.filter((planned) => planned.key.suite === suite)
  const isWithin = (minutes: number | null | undefined, cases: readonly PlannedCase[]): boolean =>
    minutes === null || minutes === undefined || computeSpentSeconds(cases, trials) + moreDeviceSeconds <= minutes * 60
  return isWithin(budget.run, all) && isWithin(budget.suites[suite], ofSuite)
}

/**
 * Sums wall time × devices of all trials of these cases, including warm-ups and failures. Reused samples cost
 * nothing.
 */
export function computeSpentSeconds(cases: readonly PlannedCase[], trials: readonly Trial[]): number {
  const devices = new Map(cases.map((planned) => [planned.id, Math.max(1, planned.gpus.length)]))
  return trials
    .filter((trial) => trial.cachedFromRun === null)
    .reduce((sum, trial) => sum + (trial.wallSeconds ?? 0) * (devices.get(trial.caseId) ?? 0), 0)
}

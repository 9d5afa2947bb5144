import type { Plan, PlannedCase } from './plan.ts'
import type { Trial } from '../trial/trial.ts'

/** Device-minutes that may be spent; null: no limit. The runs that the plan asks for at least are made all the same. */
export type Budget = {
  readonly run: number | null
  /** By suite name; a suite that is not named has no limit of its own. */
  readonly suites: Readonly<Record<string, number | null>>
}

type SpendingRequest = {
  readonly plan: Pick<Plan, 'cases'>
  readonly trials: readonly Trial[]
  readonly suite: string
  readonly moreDeviceSeconds: number
}

/** Whether so much more may be spent on a suite. */
export function isWithinBudget(budget: Budget, { plan, trials, suite, moreDeviceSeconds }: SpendingRequest): boolean {
  const ofSuite = plan.cases.filter((planned) => planned.key.suite === suite)
  const isWithin = (minutes: number | null | undefined, cases: readonly PlannedCase[]): boolean =>
    minutes === null || minutes === undefined || computeSpentSeconds(cases, trials) + moreDeviceSeconds <= minutes * 60
  return isWithin(budget.run, plan.cases) && isWithin(budget.suites[suite], ofSuite)
}

/** Wall time × devices of everything that ran for these cases, warm-ups and failures too; reused samples cost nothing. */
export function computeSpentSeconds(cases: readonly PlannedCase[], trials: readonly Trial[]): number {
  const devices = new Map(cases.map((planned) => [planned.id, Math.max(1, planned.gpus.length)]))
  return trials
    .filter((trial) => trial.cachedFromRun === null)
    .reduce((sum, trial) => sum + (trial.wallSeconds ?? 0) * (devices.get(trial.caseId) ?? 0), 0)
}

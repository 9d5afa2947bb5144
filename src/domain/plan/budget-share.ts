import type { Budget } from './budget.ts'
import type { Plan } from './plan.ts'
import { countPlannedTrials } from './schedule.ts'

/** Computes the part of the total budget that one job may use: its share of the planned runs. */
export function computeBudgetShare({ run, suites }: Budget, part: Plan, fullPlan: Plan): Budget {
  const computeShare = (suite: string | null): number => {
    const [own, all] = [part, fullPlan].map((plan) => countPlannedTrials(filterSuite(plan, suite)))
    return own && all ? own / all : 0
  }
  const scaleMinutes = (minutes: number | null, suite: string | null): number | null =>
    minutes === null ? null : minutes * computeShare(suite)
  return {
    run: scaleMinutes(run, null),
    suites: Object.fromEntries(Object.entries(suites).map(([name, minutes]) => [name, scaleMinutes(minutes, name)])),
  }
}

function filterSuite(plan: Plan, suite: string | null): Plan {
  return suite === null ? plan : { ...plan, cases: plan.cases.filter(({ key }) => key.suite === suite) }
}

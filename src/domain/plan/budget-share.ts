import type { Budget } from './budget.ts'
import type { Plan } from './plan.ts'
import { plannedTrialCount } from './schedule.ts'

/** What one job may spend of a budget that is meant for the whole plan: its share of the planned runs. */
export function budgetShare({ run, suites }: Budget, part: Plan, whole: Plan): Budget {
  const shareOf = (suite: string | null): number => {
    const [own, all] = [part, whole].map((plan) => plannedTrialCount(ofSuite(plan, suite)))
    return own && all ? own / all : 0
  }
  const scaled = (minutes: number | null, suite: string | null): number | null =>
    minutes === null ? null : minutes * shareOf(suite)
  return {
    run: scaled(run, null),
    suites: Object.fromEntries(Object.entries(suites).map(([name, minutes]) => [name, scaled(minutes, name)])),
  }
}

function ofSuite(plan: Plan, suite: string | null): Plan {
  return suite === null ? plan : { ...plan, cases: plan.cases.filter(({ key }) => key.suite === suite) }
}

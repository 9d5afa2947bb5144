import type { NotTested, Plan, PlannedCase } from '../../record/plan.ts'

export type { Plan, PlannedCase, PlannedComparison } from '../../record/plan.ts'

/** Creates a plan of cases without comparisons. */
export function createPlan(cases: readonly PlannedCase[], notTested: readonly NotTested[] = []): Plan {
  return { cases, notTested, comparisons: [] }
}

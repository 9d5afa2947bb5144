import { formatCaseId } from '../core/case.ts'
import { createPlan, type Plan, type PlannedCase } from '../plan/plan.ts'

const arm = 'arm'
const again = 'again'

/**
 * Builds a plan that measures the head against itself: each case of the head alternates with a twin of the same
 * revision, `rounds` runs each. Other revisions and reused samples are left out, because they do not show the noise.
 */
export function buildCalibrationPlan(plan: Plan, rounds: number): Plan {
  const heads = plan.cases.filter((planned) => planned.revision === 'head' && !isTwin(planned))
  const cases = heads.map((planned): PlannedCase => ({
    ...planned,
    repeats: rounds,
    maxRepeats: rounds,
    samplesFrom: 'fresh',
  }))
  return createPlan(
    cases.flatMap((planned) => [planned, createTwin(planned)]),
    plan.notTested,
  )
}

/** Whether a plan measures code against itself. */
export function isCalibration({ cases }: Pick<Plan, 'cases'>): boolean {
  return cases.some(isTwin)
}

/** Number of runs per side in a calibration plan. */
export function countRounds({ cases }: Pick<Plan, 'cases'>): number {
  return Math.max(1, ...cases.filter(isTwin).map(({ repeats }) => repeats))
}

/** Creates the twin of a case of the head, with its own id. */
export function createTwin(planned: PlannedCase): PlannedCase {
  const key = { ...planned.key, axes: { ...planned.key.axes, [arm]: again } }
  return { ...planned, id: formatCaseId(key), key }
}

/** Whether a case is the twin of another one in a calibration plan. */
export function isTwin({ key }: Pick<PlannedCase, 'key'>): boolean {
  return key.axes[arm] === again
}

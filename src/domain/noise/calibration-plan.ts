import { formatCaseId } from '../core/case.ts'
import { createPlan, type Plan, type PlannedCase } from '../plan/plan.ts'

const arm = 'arm'
const again = 'again'

/**
 * The plan that measures the head against itself: behind every case of the head a twin of the same revision, run in turn
 * with it, `rounds` runs each. Other revisions and reused samples say nothing of the noise and are left out.
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

/** Runs per side that a calibration plan asks for. */
export function countRounds({ cases }: Pick<Plan, 'cases'>): number {
  return Math.max(1, ...cases.filter(isTwin).map(({ repeats }) => repeats))
}

/** The twin's id for a case of the head. */
export function createTwin(planned: PlannedCase): PlannedCase {
  const key = { ...planned.key, axes: { ...planned.key.axes, [arm]: again } }
  return { ...planned, id: formatCaseId(key), key }
}

export function isTwin({ key }: Pick<PlannedCase, 'key'>): boolean {
  return key.axes[arm] === again
}

import type { JobSummary } from '../ports/job-summary.ts'
import type { ActionStep } from './action-step.ts'

/** Creates the job summary of this step; null when the runner provides none. */
export function createActionsJobSummary({ env, runner }: ActionStep): JobSummary | null {
  if (!env['GITHUB_STEP_SUMMARY']) return null
  return { write: (markdown) => runner.writeSummary(markdown) }
}

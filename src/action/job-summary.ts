import { summary } from '@actions/core'
import type { JobSummary } from '../ports/job-summary.ts'
import type { EnvironmentVariables } from '../domain/core/child-environment.ts'

/** Creates the job summary of this step; null when the runner provides none. */
export function createActionsJobSummary(environment: EnvironmentVariables): JobSummary | null {
  if (!environment['GITHUB_STEP_SUMMARY']) return null
  return {
    async write(markdown) {
      await summary.addRaw(markdown).write({ overwrite: true })
    },
  }
}

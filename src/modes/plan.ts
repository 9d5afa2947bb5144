import type { JobMatrix, MatrixKey } from '../domain/plan/job-matrix.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import type { GitHub } from '../io/github/github.ts'
import type { GitRepository } from '../io/git/simple-git-repository.ts'
import { chooseReference, findCommits } from '../steps/trees/find-commits.ts'
import { planMatrix } from '../judging/plan/plan-run.ts'
import { decideMeasurement, needsMeasurement, type MeasurementDecision } from '../steps/paths/decide-measurement.ts'

/** Request of the mode `plan`. */
export type PlanRequest = {
  readonly context: RunContext
  /** Path of the config inside the repository. */
  readonly configPath: string
  readonly by: MatrixKey
}

/**
 * Plans the job matrix from the trusted config, so that a pull request can neither choose its runners nor leave out
 * cases.
 */
export async function plan(
  { context, configPath, by }: PlanRequest,
  { git }: { readonly git: GitRepository },
): Promise<JobMatrix> {
  const found = await findCommits(context, git)
  const { rules } = await chooseReference({ context, configPath, ownRules: null, found }, git)
  return planMatrix({ config: rules.config, configPath, by })
}

/**
 * Decides whether to measure the code of an event, by the files that it changes. Whatever cannot be decided is measured.
 * Null: without a token GitHub is not asked.
 */
export async function decideOrMeasure(
  { context, configPath }: Omit<PlanRequest, 'by'>,
  gitHub: GitHub | null,
): Promise<MeasurementDecision> {
  const { measuredBy } = context
  if (gitHub === null) return needsMeasurement('there is no token to compare its files with')
  if (measuredBy === null) return needsMeasurement(`the event ${context.event} has no code to compare`)
  try {
    return await decideMeasurement({ context, measuredBy, configPath }, gitHub)
  } catch (error) {
    return needsMeasurement(
      `its files could not be compared: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

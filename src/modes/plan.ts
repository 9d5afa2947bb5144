import type { JobMatrix, MatrixKey } from '../domain/plan/job-matrix.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import type { GitRepository } from '../ports/git-repository.ts'
import { chooseReference } from '../steps/trees/choose-reference.ts'
import { findCommits } from '../steps/trees/find-commits.ts'
import { planMatrix } from '../judging/plan/plan-matrix.ts'

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

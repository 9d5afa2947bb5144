import type { Config } from '../../config/schema/schema.ts'
import { UserError } from '../../domain/core/errors.ts'
import { buildJobMatrix, maxJobs, type JobMatrix, type MatrixKey } from '../../domain/plan/job-matrix.ts'
import type { ResolvedRevision } from '../../domain/core/revision.ts'
import { planCompleteRun } from './plan-part.ts'
import { refusePlaceholder } from './refuse-placeholder.ts'

/** Inputs of a job matrix. */
export type MatrixRequest = {
  readonly config: Config
  /** Path of the config, for messages. */
  readonly configPath: string
  readonly by: MatrixKey
}

/**
 * Plans the job matrix from the config alone, without a GPU, a clone or a commit.
 *
 * @throws UserError when the config has no runners or no case, or the matrix exceeds GitHub's job limit
 */
export function planMatrix({ config, configPath, by }: MatrixRequest): JobMatrix {
  refusePlaceholder(config, configPath)
  const runners = Object.entries(config.runners).map(([name, runner]) => ({ name, ...runner }))
  if (runners.length === 0)
    throw new UserError(
      `${configPath} has no runners, which a job matrix needs`,
      'Add for example `runners: { h200: { labels: [self-hosted, h200], gpus: 8 } }`; see docs/matrix.md.',
    )
  const matrix = buildJobMatrix(planCompleteRun(config, listRevisions(config)), runners, by)
  if (matrix.jobs.length === 0)
    throw new UserError(`${configPath} has no case to measure`, 'Configure at least one suite.')
  if (matrix.jobs.length <= maxJobs) return matrix
  throw new UserError(
    `the matrix would have ${matrix.jobs.length} jobs; GitHub allows ${maxJobs}`,
    'Plan by testbed, or lower `count` of the runners.',
  )
}

/** Lists the revisions with placeholder commits, because the set of cases does not depend on the commits. */
function listRevisions(config: Config): ResolvedRevision[] {
  const labels = ['head', ...Object.keys(config.revisions)]
  return labels.map((label, index) => {
    const commit = String(index % 10).repeat(40)
    return { label, ref: config.revisions[label]?.ref ?? 'HEAD', commit, problem: null }
  })
}

import { UserError } from '../../domain/core/errors.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { GitHub } from '../../io/github/github.ts'
import type { Rules } from './load-rules.ts'
import { refuseContradictions } from '../../judging/plan/refuse-run.ts'

/**
 * Only a finished run of a commit on the default branch, measured with the config of that branch, can become a
 * baseline.
 *
 * @throws UserError that states what is missing
 */
export async function requireKeepable(
  record: RunRecord,
  { config, yardstick }: Rules,
  base: string,
  gitHub: Pick<GitHub, 'findMergeBase'>,
): Promise<void> {
  if (record.status !== 'finished')
    throw new UserError(`the run is ${record.status}, not finished`, 'Refresh from a finished run.')
  const commit = record.revisions.find(({ label }) => label === 'head')?.commit ?? null
  if (commit === null)
    throw new UserError(
      'the run does not name its commit',
      'Refusing samples of unknown origin. Measure a commit of the default branch.',
    )
  if ((await gitHub.findMergeBase(base, commit)) !== commit)
    throw new UserError(
      `${commit.slice(0, 7)} is not on the default branch`,
      'Merge it first: baselines describe the default branch.',
    )
  if (record.yardstick.sha256 !== yardstick.sha256)
    throw new UserError(
      'the run was measured with another config than that of the default branch',
      'Measure the tip of the default branch again, then refresh.',
    )
  refuseContradictions(record, config)
}

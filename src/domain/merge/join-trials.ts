import { formatCanonicalJson } from '../core/canonical-json.ts'
import { UserError } from '../core/errors.ts'
import { listTestbedDifferences } from '../testbed/testbed-fields.ts'
import type { Trial } from '../trial/trial.ts'
import type { RunToMerge } from './run-to-merge.ts'

type TrialOfRun = { readonly trial: Trial; readonly run: RunToMerge }

/**
 * Joins the trials of all runs without duplicates: a folder given twice, or an earlier upload of a resumed run, adds
 * nothing. The trials of each run keep their order.
 *
 * @throws UserError when two runs measured the same case differently
 */
export function joinTrials(runs: readonly RunToMerge[]): Trial[] {
  const known = new Map<string, TrialOfRun>()
  const owners = new Map<string, RunToMerge>()
  for (const run of runs) {
    for (const trial of run.record.trials) {
      const place = JSON.stringify([trial.caseId, trial.index])
      const before = known.get(place)
      // Duplicates inside one record are rejected elsewhere.
      if (before?.run === run) {
        known.set(`${place} ${known.size}`, { trial, run })
        continue
      }
      if (before && serializeContent(before.trial) === serializeContent(trial)) continue
      const owner = owners.get(trial.caseId) ?? run
      if (before || owner.record.runId !== run.record.runId) throw createDuplicateError(trial, owner, run)
      owners.set(trial.caseId, run)
      known.set(place, { trial, run })
    }
  }
  return [...known.values()].map(({ trial, run }) => relocateTrial(trial, run.prefix))
}

/** The output paths are not part of the identity of a trial, because joined folders may be joined again. */
function serializeContent({ stdoutPath: _stdout, stderrPath: _stderr, ...content }: Trial): string {
  return formatCanonicalJson(content)
}

function relocateTrial(trial: Trial, prefix: string): Trial {
  return { ...trial, stdoutPath: `${prefix}${trial.stdoutPath}`, stderrPath: `${prefix}${trial.stderrPath}` }
}

function createDuplicateError({ caseId, index }: Trial, one: RunToMerge, other: RunToMerge): UserError {
  const differences = listTestbedDifferences(one.record.testbed, other.record.testbed)
  const machines = differences.length > 0 ? `, on other testbeds (${differences.join('; ')})` : ''
  return new UserError(
    `${caseId} was measured twice with different results${machines}: run ${index} of ${other.record.runId} in ${other.name} is not that of ${one.record.runId} in ${one.name}`,
    'Leave one of the two folders out, or compare them with `warpgauge compare`.',
  )
}

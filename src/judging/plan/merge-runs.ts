import { createHash } from 'node:crypto'
import type { Config } from '../../config/schema/schema.ts'
import { mergeRecords } from '../../domain/merge/merge-records.ts'
import { withMissingParts } from '../../domain/merge/missing-parts.ts'
import type { RunToMerge } from '../../domain/merge/run-to-merge.ts'
import { isCalibration } from '../../domain/noise/calibration-plan.ts'
import { UserError } from '../../domain/core/errors.ts'
import { isMeasuredThere, listTestbedParts } from '../../domain/merge/parts-by-testbed.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { planPart } from './plan-part.ts'

/**
 * Joins the runs of a job matrix into one record that is judged, reported and published like any other, and lists the
 * planned cases that no job measured.
 *
 * @throws UserError for a calibration, or for runs that do not belong together
 */
export function mergeRuns(runs: readonly RunToMerge[], config: Config): RunRecord {
  const calibration = runs.find(({ record }) => isCalibration(record.plan))
  if (calibration)
    throw new UserError(
      `${calibration.name} is a calibration and cannot be merged`,
      'Store it with `warpgauge baseline refresh`; noise belongs to one machine.',
    )
  const merged = mergeRecords(runs, deriveRunId(runs))
  return withMissingParts(merged, { cases: listPlannedCases(merged, config) })
}

/** Derives the same id for the same set of runs, in any order. */
function deriveRunId(runs: readonly RunToMerge[]): string {
  const ids = [...new Set(runs.map(({ record }) => record.runId))].toSorted()
  const [only] = ids
  if (ids.length === 1 && only !== undefined) return only
  return `joined-${createHash('sha256').update(JSON.stringify(ids)).digest('hex').slice(0, 12)}`
}

function listPlannedCases(merged: RunRecord, config: Config): PlannedCase[] {
  return listTestbedParts(merged).flatMap((part) =>
    planPart(config, part.testbed.devices, merged.revisions, null).cases.filter(({ key }) =>
      isMeasuredThere(part, key.suite),
    ),
  )
}

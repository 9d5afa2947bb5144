import { findDatasetSha256 } from '../../domain/core/dataset.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { addSessions, buildNoiseKey, type FreshNoise, type NoiseRecord } from '../../domain/noise/noise.ts'
import { collectMeasurements } from '../../domain/trial/outcome.ts'
import { selectMainPart } from '../../domain/merge/parts-by-testbed.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { isCounted } from '../../domain/plan/interleaved-runs.ts'

/** Noise needs at least two runs. */
const minRuns = 2

/** Adds the head runs of a record, including calibration twins, to the noise store; null when the run has none. */
export function addRunNoise(noise: NoiseRecord | null, record: RunRecord): NoiseRecord | null {
  // A run that was joined from several testbeds contributes its first testbed only.
  const fresh = listFreshNoise(selectMainPart(record))
  if (fresh.length === 0) return null
  return addSessions(noise, record.testbed, fresh, {
    recordedAt: record.finishedAt ?? record.startedAt,
    runId: record.runId,
    commit: record.revisions.find((revision) => revision.label === 'head')?.commit ?? '0'.repeat(40),
  })
}

/** Lists the counted head runs in time order. Reused samples belong to the session that took them and are left out. */
function listFreshNoise(record: RunRecord): FreshNoise[] {
  const heads = record.plan.cases.filter((planned) => planned.revision === 'head')
  const groups = Map.groupBy(heads, (planned) => `${formatCaseId(buildNoiseKey(planned.key))} ${planned.dataset}`)
  return [...groups.values()].flatMap((cases) => buildFreshNoise(cases, record) ?? [])
}

function buildFreshNoise(cases: readonly PlannedCase[], { datasets, trials }: RunRecord): FreshNoise | null {
  const [first] = cases
  const datasetSha256 = first ? findDatasetSha256(first.dataset, datasets) : null
  const own = trials.filter(
    (trial) => trial.cachedFromRun === null && isCounted(trial) && cases.some(({ id }) => id === trial.caseId),
  )
  if (!first || datasetSha256 === null || own.length < minRuns) return null
  const metrics = collectMeasurements(own).map(({ metric, samples }) => ({ ...metric, samples }))
  return { ...buildNoiseKey(first.key), datasetSha256, metrics }
}

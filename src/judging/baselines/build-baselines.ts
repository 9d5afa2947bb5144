import type { Config } from '../../config/schema/schema.ts'
import type { Baseline } from '../../domain/baselines/baseline.ts'
import { isTwin } from '../../domain/noise/calibration-plan.ts'
import { makeBaseline } from '../../domain/baselines/make-baseline.ts'
import { summarizeOutcome } from '../../domain/trial/outcome.ts'
import { findTestbed } from '../../domain/merge/parts-by-testbed.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { buildHeadCase } from '../verdict/head-case.ts'
import { listConfiguredSuites } from '../plan/plan-run.ts'

/** Builds the baselines to commit from the samples of a run: one per suite that uses baselines and has samples. */
export function buildBaselines(record: RunRecord, config: Config, reason: string): Baseline[] {
  const commit = record.revisions.find((revision) => revision.label === 'head')?.commit ?? 'unknown'
  const provenance = {
    commit,
    runId: record.runId,
    recordedAt: record.finishedAt ?? record.startedAt,
    tool: `${record.tool.name} ${record.tool.version}`,
    configSha256: record.yardstick.sha256,
    reason,
  }
  return listConfiguredSuites(config)
    .filter((entry) => entry.suite.usesBaselines)
    .map(({ name }) => {
      const planned = record.plan.cases.filter((item) => item.key.suite === name && isOwn(item))
      const cases = planned.map((item) => buildHeadCase(summarizeOutcome(item, record.trials), record))
      return makeBaseline(name, findTestbed(record, name), cases, provenance)
    })
    .filter((baseline) => baseline.cases.length > 0)
}

/** Excludes references and calibration twins, which only run to be compared with the head. */
function isOwn(planned: PlannedCase): boolean {
  return planned.revision === 'head' && !isTwin(planned)
}

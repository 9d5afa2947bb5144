import type { Config } from '../config/schema.ts'
import type { Baseline } from '../domain/baseline.ts'
import { makeBaseline } from '../domain/make-baseline.ts'
import { outcomeOf } from '../domain/outcome.ts'
import type { RunRecord } from '../domain/run-record.ts'
import { headCase } from './judge-run.ts'
import { configuredSuites } from './plan-run.ts'

/** The samples of a run in the form in which they are committed, one baseline per suite that uses them. */
export function baselinesOfRun(record: RunRecord, config: Config, reason: string): Baseline[] {
  const commit = record.revisions.find((revision) => revision.label === 'head')?.commit ?? 'unknown'
  const provenance = {
    commit,
    runId: record.runId,
    recordedAt: record.finishedAt ?? record.startedAt,
    tool: `${record.tool.name} ${record.tool.version}`,
    configSha256: record.yardstick.sha256,
    reason,
  }
  return configuredSuites(config)
    .filter((entry) => entry.suite.usesBaselines)
    .map(({ name }) => {
      const planned = record.plan.cases.filter((item) => item.key.suite === name)
      const cases = planned.map((item) => headCase(outcomeOf(item, record.trials), record))
      return makeBaseline(name, record.testbed, cases, provenance)
    })
    .filter((baseline) => baseline.cases.length > 0)
}

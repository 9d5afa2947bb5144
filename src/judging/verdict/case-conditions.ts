import { emptySha256 } from '../../domain/core/dataset.ts'
import { withOptions } from '../../domain/core/command.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import type { RunRecord } from '../../record/run.ts'
import type { HeadCase } from '../../domain/baselines/baseline-comparison.ts'
import { listStageTimes, type CaseOutcome } from '../../domain/trial/outcome.ts'
import { findKernelTable } from '../../domain/kernels/kernel-sections.ts'
import { getGpuBytes } from '../../domain/testbed/testbed.ts'
import type { Conditions } from '../../record/baseline.ts'

/** Conditions of a case that decide what it may be compared with. `resultRows` null: not counted. */
export function buildCaseConditions(
  { revision, dataset, tool, options }: PlannedCase,
  resultRows: number | null,
  { datasets, commands, identity, variables }: Pick<RunRecord, 'datasets' | 'commands' | 'identity' | 'variables'>,
): Conditions {
  const template = commands[revision] ?? []
  const data = datasets.find((item) => item.name === dataset)
  return {
    datasetSha256: data?.sha256 ?? emptySha256,
    sequences: data?.sequences ?? 0,
    command: tool?.command ?? (options ? withOptions(template, options.args) : template),
    ...(variables && { variables: { ...variables, ...options?.env } }),
    resultRows,
    identity: identity[revision] ?? {},
  }
}

/** Converts a case of this run to the head side of a comparison with committed samples. */
export function buildHeadCase(outcome: CaseOutcome, record: RunRecord): HeadCase {
  const resultRows = outcome.status === 'measured' ? outcome.resultRows : null
  const common = { key: outcome.planned.key, conditions: buildCaseConditions(outcome.planned, resultRows, record) }
  const kernels = findKernelTable(record.trials, outcome.planned.id, getGpuBytes(record.testbed))
  const isContaminated = outcome.status === 'contaminated'
  if (outcome.status !== 'measured') return { ...common, measurements: [], problem: outcome.reason, isContaminated }
  const { measurements, trials } = outcome
  return { ...common, measurements, stageTimes: listStageTimes(trials), ...(kernels && { kernels }), problem: null }
}

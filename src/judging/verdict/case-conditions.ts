import type { Conditions } from '../../domain/baselines/baseline.ts'
import { emptySha256 } from '../../domain/core/dataset.ts'
import { withOptions } from '../../domain/core/command.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'

/** Conditions of a case that decide what it may be compared with. */
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

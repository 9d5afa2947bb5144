import type { Conditions } from '../../domain/baselines/baseline.ts'
import { withOptions } from '../../domain/core/command.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'

/** SHA-256 of empty input, for a case without a dataset. */
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

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

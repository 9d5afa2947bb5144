import type { Conditions } from '../domain/baseline.ts'
import type { PlannedCase } from '../domain/plan.ts'
import type { RunRecord } from '../domain/run-record.ts'

/** Of a case that reads no dataset. */
const sha256OfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** The conditions a case ran under, as far as they decide what it may be compared with. */
export function caseConditions(
  { revision, dataset, tool }: PlannedCase,
  resultRows: number | null,
  { datasets, commands, identity }: Pick<RunRecord, 'datasets' | 'commands' | 'identity'>,
): Conditions {
  const data = datasets.find((item) => item.name === dataset)
  return {
    datasetSha256: data?.sha256 ?? sha256OfNothing,
    sequences: data?.sequences ?? 0,
    command: tool?.command ?? commands[revision] ?? [],
    resultRows,
    identity: identity[revision] ?? {},
  }
}

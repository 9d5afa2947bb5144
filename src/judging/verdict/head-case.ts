import type { HeadCase } from '../../domain/baselines/baseline-comparison.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { buildCaseConditions } from './case-conditions.ts'

/** Converts a case of this run to the head side of a comparison with committed samples. */
export function buildHeadCase(outcome: CaseOutcome, record: RunRecord): HeadCase {
  const resultRows = outcome.status === 'measured' ? outcome.resultRows : null
  const common = { key: outcome.planned.key, conditions: buildCaseConditions(outcome.planned, resultRows, record) }
  const isContaminated = outcome.status === 'contaminated'
  if (outcome.status !== 'measured') return { ...common, measurements: [], problem: outcome.reason, isContaminated }
  return { ...common, measurements: outcome.measurements, problem: null }
}

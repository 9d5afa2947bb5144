import { listIdentityDifferences } from '../../domain/baselines/baseline.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { TablePair } from './table-verdict.ts'

/**
 * Why the answers of two sides are of different models, in words; null: they are of one, or nobody named its files. Labels
 * that differ then say nothing of the change that is tested (W36). Which model wrote a stored table is not recorded.
 */
export function describeModelDifference(
  { subject, reference }: TablePair,
  { outcomes, identity }: { readonly outcomes: readonly CaseOutcome[]; readonly identity: RunRecord['identity'] },
): string | null {
  if (!('caseId' in reference)) return null
  const findFiles = (id: string) => {
    const revision = outcomes.find(({ planned }) => planned.id === id)?.planned.revision
    return (revision && identity[revision]) || {}
  }
  const differences = listIdentityDifferences(findFiles(reference.caseId), findFiles(subject))
  return differences.length > 0 ? `not comparable: ${differences.join('; ')}` : null
}

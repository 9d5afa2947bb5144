import { identityDifferences } from '../../domain/baselines/baseline.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { TableSides } from './table-verdict.ts'

/**
 * Why the answers of two sides are of different models, in words; null: they are of one, or nobody named its files. Labels
 * that differ then say nothing of the change that is tested (W36). Which model wrote a stored table is not recorded.
 */
export function otherModel(
  { subject, reference }: TableSides,
  { outcomes, identity }: { readonly outcomes: readonly CaseOutcome[]; readonly identity: RunRecord['identity'] },
): string | null {
  if (!('caseId' in reference)) return null
  const filesOf = (id: string) => {
    const revision = outcomes.find(({ planned }) => planned.id === id)?.planned.revision
    return (revision && identity[revision]) || {}
  }
  const differences = identityDifferences(filesOf(reference.caseId), filesOf(subject))
  return differences.length > 0 ? `not comparable: ${differences.join('; ')}` : null
}

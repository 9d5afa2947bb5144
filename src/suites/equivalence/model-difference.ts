import { listIdentityDifferences } from '../../domain/baselines/baseline.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { TablePair } from './table-verdict.ts'

/**
 * Describes the model files that differ between two sides; null when they are equal or `pipeline.identity` is empty.
 * With different models, different labels do not come from the change under test. Stored tables record no model.
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

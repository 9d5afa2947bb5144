import type { Config } from '../../config/schema/schema.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import type { Plan, PlannedCase } from '../../domain/plan/plan.ts'
import type { ResolvedRevision } from '../../record/run.ts'
import { planComparison } from '../grid.ts'

/** Default revision label of the merge base. */
export const mergeBaseLabel = 'merge-base'

/**
 * Finds the merge base to run interleaved with the head; null when there is none, it is the head commit, or the config
 * compares with committed samples only.
 */
export function findMergeBase(config: Config, revisions: readonly ResolvedRevision[]): ResolvedRevision | null {
  if (config.comparison.reference === 'baseline') return null
  const head = revisions.find(({ label }) => label === 'head')
  const found = revisions.find(({ label, ref }) => label !== 'head' && ref === 'merge-base')
  return found && found.commit !== null && found.commit !== head?.commit ? found : null
}

/**
 * Adds the same case at the merge base to every head case, interleaved with it. With `comparison.reference: auto` it
 * runs only when the committed samples cannot show that the head is unchanged. Null: the plan stays as it is.
 */
export function addMergeBaseRuns(plan: Plan, config: Config, mergeBase: ResolvedRevision | null): Plan {
  if (mergeBase === null) return plan
  const pairs = plan.cases.map((head): [PlannedCase, PlannedCase] => {
    const key = { ...head.key, axes: { ...head.key.axes, revision: mergeBase.label } }
    return [head, { ...head, id: formatCaseId(key), key, revision: mergeBase.label }]
  })
  const isScreened = config.comparison.reference === 'auto'
  return {
    ...plan,
    cases: pairs.flat(),
    comparisons: [...plan.comparisons, ...pairs.map(([head, base]) => planComparison(head, base, config, isScreened))],
  }
}

import type { Config } from '../../config/schema/schema.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import type { Plan, PlannedCase, PlannedComparison } from '../../domain/plan/plan.ts'
import type { ResolvedRevision } from '../../domain/core/revision.ts'
import { chooseGate } from '../choose-gate.ts'

/** Default revision label of the merge base. */
export const mergeBaseLabel = 'merge-base'

/** Finds the merge base to run interleaved with the head; null when there is none, or it is the head commit. */
export function findMergeBase(config: Config, revisions: readonly ResolvedRevision[]): ResolvedRevision | null {
  if (config.comparison.reference === 'baseline') return null
  const head = revisions.find(({ label }) => label === 'head')
  const found = revisions.find(({ label, ref }) => label !== 'head' && ref === 'merge-base')
  return found && found.commit !== null && found.commit !== head?.commit ? found : null
}

/**
 * Adds the same case at the merge base to every head case, interleaved with it. With `comparison.reference: auto` it
 * runs only when the committed samples do not clear the head.
 */
export function addMergeBaseRuns(plan: Plan, config: Config, mergeBase: ResolvedRevision | null): Plan {
  if (mergeBase === null) return plan
  const pairs = plan.cases.map((head) => ({ head, base: toRevisionCase(head, mergeBase.label) }))
  return {
    ...plan,
    cases: pairs.flatMap(({ head, base }) => [head, base]),
    comparisons: [
      ...plan.comparisons,
      ...pairs.map(({ head, base }) => ({
        head: head.id,
        base: base.id,
        ...getEffectRules(config),
        gate: chooseGate(config, head.key.suite),
        maxRepeats: head.maxRepeats,
        isScreened: config.comparison.reference === 'auto',
      })),
    ],
  }
}

/** The effect sizes that comparisons of a run must detect. */
export function getEffectRules({
  comparison,
}: Config): Pick<PlannedComparison, 'minEffect' | 'minCost' | 'mayWiden' | 'confirm'> {
  const { minEffect, minCost, whenBelowFloor, confirm } = comparison
  const mayWiden = whenBelowFloor === 'widen'
  return { minEffect, minCost, mayWiden, ...(confirm === 'exact' && { confirm }) }
}

function toRevisionCase(head: PlannedCase, label: string): PlannedCase {
  const key = { ...head.key, axes: { ...head.key.axes, revision: label } }
  return { ...head, id: formatCaseId(key), key, revision: label }
}

import type { BisectStep } from './bisect-result.ts'
import type { BisectMark, BisectMarks } from './search-bisect.ts'

/**
 * Collects the marks of the steps so far. If runs of a culprit against its predecessor contradict it, marks from saved
 * records are ignored and the search continues without them.
 */
export function collectMarks(steps: readonly BisectStep[]): BisectMarks {
  const trusted = isSavedTrusted(steps) ? steps : steps.filter(({ isSaved }) => !isSaved)
  return new Map(
    trusted.flatMap(({ kind, commit, mark }): [string, BisectMark][] => (kind === 'commit' ? [[commit, mark]] : [])),
  )
}

/** Whether saved records may still answer a step. */
export function isSavedTrusted(steps: readonly BisectStep[]): boolean {
  return steps.every((step) => step.kind !== 'culprit' || step.mark === 'bad')
}

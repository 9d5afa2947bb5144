import type { BisectStep } from './bisect-result.ts'
import type { BisectMark, BisectMarks } from './search-bisect.ts'

/**
 * What the steps so far come to. Once the runs of a culprit beside the commit before it have denied it, answers from saved
 * records are no longer trusted, and the search goes on without them.
 */
export function collectMarks(steps: readonly BisectStep[]): BisectMarks {
  const trusted = isSavedTrusted(steps) ? steps : steps.filter(({ isSaved }) => !isSaved)
  return new Map(
    trusted.flatMap(({ kind, commit, mark }): [string, BisectMark][] => (kind === 'commit' ? [[commit, mark]] : [])),
  )
}

/** Whether saved records may still answer. */
export function isSavedTrusted(steps: readonly BisectStep[]): boolean {
  return steps.every((step) => step.kind !== 'culprit' || step.mark === 'bad')
}

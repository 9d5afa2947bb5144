import { formatCaseId } from '../../domain/core/case.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'

/**
 * Joins the figures that all suites share with those of the suites. A figure that both have counts once: that of the
 * suite, unless only the other one has a value. Otherwise a limit on it would be judged twice.
 */
export function joinFigures(common: readonly DerivedValue[], own: readonly DerivedValue[]): DerivedValue[] {
  const valued = new Set(own.filter(({ value }) => value !== null).map(identify))
  const kept = common.filter((figure) => !valued.has(identify(figure)))
  const known = new Set(kept.filter(({ value }) => value !== null).map(identify))
  return [...kept, ...own.filter((figure) => !known.has(identify(figure)))]
}

function identify(figure: DerivedValue): string {
  return `${formatCaseId(figure)}\n${figure.name}`
}

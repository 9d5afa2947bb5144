import type { Config } from '../../config/schema/schema.ts'
import { hasAxes } from '../../domain/core/case.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { deriveCaseFigures } from './case-figures.ts'

type LimitTarget = Pick<Config['requirements'][number], 'suite' | 'value' | 'axes'>

/**
 * Adds a null figure for each head case that lacks the value of a requirement while other cases of the suite have it.
 * Without it, a case that stopped reporting a stage would pass because of the cases that still report it.
 */
export function deriveMissingFigures(
  outcomes: readonly CaseOutcome[],
  requirements: readonly LimitTarget[],
): DerivedValue[] {
  const cases = outcomes.flatMap((outcome) => {
    const { key, revision } = outcome.planned
    const names = new Set(deriveCaseFigures(outcome).map(({ name }) => name))
    return outcome.status === 'measured' && revision === 'head' ? [{ key, names }] : []
  })
  const found = requirements.flatMap(({ suite, value, axes }) => {
    const covered = cases.filter(({ key }) => key.suite === suite && hasAxes(key.axes, axes))
    const lacking = covered.filter(({ names }) => !names.has(value))
    return lacking.length === covered.length ? [] : lacking.map(({ key }) => ({ key, value }))
  })
  const unique = new Map(found.map((one) => [JSON.stringify(one), one]))
  return [...unique.values()].map(({ key, value }) => ({
    ...key,
    name: value,
    value: null,
    unit: '',
    interval: null,
    reason: `some runs of this case lack ${value}, which other cases of the suite have`,
    isSuspicious: false,
    isDeclared: false,
  }))
}

import { hasAxes } from '../core/case.ts'
import type { DerivedValue, Requirement, Severity } from '../verdict/requirement.ts'
import { ruleSets, formatRuleSetTitle, type Rule, type RuleSetName, type RuleSource } from './rule-sets.ts'

/** The selected rule set and its overrides. */
export type RuleChoice = {
  readonly name: RuleSetName
  /** Overrides the severity of rules, by rule id. */
  readonly severities: Readonly<Record<string, Severity>>
  /** Whether to drop limits from suites and the config. */
  readonly isAlone: boolean
}

/**
 * Builds the requirements of a run with a rule set. A rule replaces every other requirement on the same value with
 * the same id, except that the goal of a suite replaces the rule. A rule whose value no suite of this run provides
 * stays as information.
 *
 * @param material `suites` of this run, its figures (`derived`), and the requirements of suites and config (`others`)
 */
export function applyRules(
  { name, severities, isAlone }: RuleChoice,
  {
    suites,
    derived,
    others,
  }: {
    readonly suites: readonly string[]
    readonly derived: readonly DerivedValue[]
    readonly others: readonly Requirement[]
  },
): Requirement[] {
  const listFigures = ({ suite, value }: RuleSource) =>
    derived.filter((item) => item.suite === suite && item.name === value)
  const goals = isAlone ? [] : others.filter(({ isGoal }) => isGoal === true)
  const own = ruleSets[name].rules.flatMap((rule: Rule): Requirement[] => {
    const { id, operator, limit, unit } = rule
    // Suites whose goal states this limit are no source of it.
    const stated = goals.filter((goal) => goal.id === id).map(({ suite }) => suite)
    const sources = rule.sources.filter(({ suite }) => !stated.includes(suite))
    const provided = sources.filter((source) => suites.includes(source.suite) || listFigures(source).length > 0)
    if (stated.length > 0 && provided.length === 0) return []
    // The first source with a figure, else the first whose suite is part of the run.
    const chooseSource = () =>
      sources.find((one) => listFigures(one).some((item) => hasAxes(item.axes, one.axes ?? rule.axes ?? {}))) ??
      sources.find(({ suite }) => suites.includes(suite)) ??
      sources[0]
    const source = chooseSource()
    if (!source) throw new RangeError(`rule ${id} has no source`)
    const { suite, value, axes = rule.axes ?? {} } = source
    const isGiven = listFigures(source).some((item) => item.value !== null && hasAxes(item.axes, axes))
    // A pipeline without GPUs has no GPU samples, so the rule does not apply.
    const isAsked = isGiven || (!rule.isOptional && provided.includes(source))
    const severity = isAsked ? (severities[id] ?? rule.severity ?? 'fail') : 'info'
    return [{ id, suite, value, axes, operator, limit, unit, severity, rule: formatRuleSetTitle(name) }]
  })
  const kept = others.filter(
    (other) =>
      !isAlone &&
      !own.some(
        ({ id, suite, value, axes }) =>
          other.id === id && other.suite === suite && other.value === value && hasAxes(other.axes, axes),
      ),
  )
  return [...own, ...kept.map((one) => (one.isGoal ? { ...one, severity: severities[one.id] ?? one.severity } : one))]
}

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

/** Inputs for the conversion of rules to requirements. */
export type RuleMaterial = {
  /** Suites of this run. */
  readonly suites: readonly string[]
  readonly derived: readonly DerivedValue[]
  /** Requirements from suites and the config. */
  readonly others: readonly Requirement[]
}

/**
 * Builds the requirements of a run with a rule set. A rule replaces every other requirement on the same value with
 * the same id, except that the goal of a suite replaces the rule. A rule whose value no suite of this run provides
 * stays as information.
 */
export function applyRules(choice: RuleChoice, { suites, derived, others }: RuleMaterial): Requirement[] {
  const title = formatRuleSetTitle(choice.name)
  const goals = choice.isAlone ? [] : others.filter(({ isGoal }) => isGoal === true)
  const rules = ruleSets[choice.name].rules.flatMap((rule: Rule) => leaveToGoals(rule, goals, { suites, derived }))
  const own = rules.map((rule): Requirement => {
    const { id, operator, limit, unit } = rule
    const { suite, value, axes = rule.axes ?? {} } = chooseSource(rule, suites, derived)
    const provided = derived.filter((item) => item.suite === suite && item.name === value)
    const isGiven = provided.some((item) => item.value !== null && hasAxes(item.axes, axes))
    // A pipeline without GPUs has no GPU samples, so the rule does not apply.
    const isPart = suites.includes(suite) || provided.length > 0
    const isAsked = isGiven || (!rule.isOptional && isPart)
    const severity = isAsked ? (choice.severities[id] ?? rule.severity ?? 'fail') : 'info'
    return { id, suite, value, axes, operator, limit, unit, severity, rule: title }
  })
  const kept = choice.isAlone ? [] : others.filter((other) => !own.some((rule) => isReplacedBy(other, rule)))
  return [...own, ...kept.map((other) => (other.isGoal ? applySeverity(other, choice) : other))]
}

function applySeverity(goal: Requirement, { severities }: RuleChoice): Requirement {
  return { ...goal, severity: severities[goal.id] ?? goal.severity }
}

/** Removes the suites whose goal states this limit from the sources of a rule; no rule if no suite of the run is left. */
function leaveToGoals(
  rule: Rule,
  goals: readonly Requirement[],
  { suites, derived }: Pick<RuleMaterial, 'suites' | 'derived'>,
): Rule[] {
  const stated = goals.filter(({ id }) => id === rule.id).map(({ suite }) => suite)
  const sources = rule.sources.filter(({ suite }) => !stated.includes(suite))
  const isAsked = sources.some(
    ({ suite, value }) => suites.includes(suite) || derived.some((item) => item.suite === suite && item.name === value),
  )
  return stated.length === 0 || isAsked ? [{ ...rule, sources }] : []
}

/** Chooses the first source with a value, else the first whose suite is part of the run. */
function chooseSource(rule: Rule, suites: readonly string[], derived: readonly DerivedValue[]): RuleSource {
  const [first, ...rest] = rule.sources
  if (!first) throw new RangeError(`rule ${rule.id} has no source`)
  const all = [first, ...rest]
  const hasFigure = ({ suite, value, axes }: RuleSource): boolean =>
    derived.some((item) => item.suite === suite && item.name === value && hasAxes(item.axes, axes ?? rule.axes ?? {}))
  return all.find(hasFigure) ?? all.find(({ suite }) => suites.includes(suite)) ?? first
}

function isReplacedBy(other: Requirement, rule: Requirement): boolean {
  if (other.id !== rule.id || other.suite !== rule.suite || other.value !== rule.value) return false
  return hasAxes(other.axes, rule.axes)
}

import { hasAxes } from '../core/case.ts'
import type { DerivedValue, Requirement, Severity } from '../verdict/requirement.ts'
import { ruleSets, formatRuleSetTitle, type RuleSetName } from './index.ts'
import type { Rule, RuleSource } from './rule-set.ts'

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
 * the same id. A rule whose value no suite of this run provides stays as information.
 */
export function applyRules(choice: RuleChoice, { suites, derived, others }: RuleMaterial): Requirement[] {
  const title = formatRuleSetTitle(choice.name)
  const own = ruleSets[choice.name].rules.map((rule) => buildRequirement(rule, title, { choice, suites, derived }))
  const kept = choice.isAlone ? [] : others.filter((other) => !own.some((rule) => isReplacedBy(other, rule)))
  return [...own, ...kept]
}

type Context = {
  readonly choice: RuleChoice
  readonly suites: readonly string[]
  readonly derived: readonly DerivedValue[]
}

function buildRequirement(rule: Rule, name: string, { choice, suites, derived }: Context): Requirement {
  const { id, operator, limit, unit } = rule
  const source = chooseSource(rule, suites, derived)
  const { suite, value } = source
  const axes = source.axes ?? rule.axes ?? {}
  const isGiven = derived.some(
    (item) => item.suite === suite && item.name === value && item.value !== null && hasAxes(item.axes, axes),
  )
  // A pipeline without GPUs has no GPU samples, so the rule does not apply.
  const isPart = suites.includes(suite) || derived.some((item) => item.suite === suite && item.name === value)
  const isAsked = isGiven || (!rule.isOptional && isPart)
  const severity = choice.severities[id] ?? rule.severity ?? 'fail'
  return { id, suite, value, axes, operator, limit, unit, severity: isAsked ? severity : 'info', rule: name }
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

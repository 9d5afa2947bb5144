import type { Config } from '../../config/schema/schema.ts'
import type { DerivedValue, Requirement } from '../../domain/verdict/requirement.ts'
import { applyRules } from '../../domain/rules/apply-rules.ts'

/** Collects the limits of the suites, the config and the rule set; the rule set takes precedence. */
export function collectRequirements(
  config: Config,
  implied: readonly Requirement[],
  derived: readonly DerivedValue[],
): Requirement[] {
  const rule = `config@${config.rulesVersion}`
  const others = [...implied, ...config.requirements.map((own) => ({ ...own, rule }))]
  const { ruleSet } = config
  if (!ruleSet) return others
  const choice = { name: ruleSet.name, severities: ruleSet.severities, isAlone: ruleSet.only }
  return applyRules(choice, { suites: Object.keys(config.suites), derived, others })
}

import { firstPhase } from './first-phase.ts'
import { production } from './production.ts'
import type { RuleSet } from './rule-set.ts'
import { published, subset } from './subset-goals.ts'

/** Every rule set, by its name in the config; the one of the latest document first. */
export const ruleSets = {
  production,
  'first-phase': firstPhase,
  subset,
  published,
} satisfies Record<string, RuleSet>

export type RuleSetName = keyof typeof ruleSets

export const ruleSetNames = [
  'production',
  'first-phase',
  'subset',
  'published',
] as const satisfies readonly RuleSetName[]

/** `production@1`: stands with every verdict. */
export function formatRuleSetTitle(name: RuleSetName): string {
  return `${name}@${ruleSets[name].version}`
}

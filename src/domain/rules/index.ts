import { firstPhase } from './first-phase.ts'
import { production } from './production.ts'
import type { RuleSet } from './rule-set.ts'
import { published, subset } from './subset-goals.ts'

/** All rule sets by their names in the config, the latest document first. */
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

/** Formats the name and version that every verdict stores: `production@1`. */
export function formatRuleSetTitle(name: RuleSetName): string {
  return `${name}@${ruleSets[name].version}`
}

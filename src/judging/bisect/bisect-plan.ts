import type { Config, SuiteName } from '../../config/schema/schema.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { Plan, PlannedCase } from '../../domain/plan/plan.ts'
import { isPatternMatch } from '../../domain/plan/selection.ts'

/** A commit to run beside the one in question, and the label it has in the record. */
export type BisectReference = {
  readonly label: string
  readonly commit: string
  /** `before`: is the commit in question worse than it? `after`: is it worse than the commit in question? */
  readonly place: 'before' | 'after'
}

export type BisectPlanRules = {
  /** Patterns of case ids; empty: every case. */
  readonly cases: readonly string[]
  /** Names of metrics that must be settled, or starts of names with `*` behind them. */
  readonly gate: readonly string[]
  readonly minEffect: number
  /** Runs per side at most; null: as the config says. */
  readonly maxRepeats: number | null
  readonly sides: readonly BisectReference[]
}

/**
 * The config of a search: one suite, every commit by the same command, and none of the references that an ordinary run is
 * held against.
 */
export function buildBisectConfig(config: Config, suite: string, sides: readonly BisectReference[]): Config {
  const known = Object.keys(config.suites)
  const settings = known.includes(suite) ? config.suites[toSuiteName(suite)] : undefined
  if (!settings) throw new UserError(`the config has no suite ${suite}`, `It has: ${known.join(', ')}.`)
  return {
    ...config,
    suites: { [suite]: settings },
    revisions: Object.fromEntries(sides.map(({ label, commit }) => [label, { ref: commit }])),
    requirements: [],
    comparison: { ...config.comparison, reference: 'baseline' },
  }
}

function toSuiteName(name: string): SuiteName {
  // It is one of the keys that the config has.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return name as SuiteName
}

/**
 * The plan that holds a commit against others: of every case of the head one more for each of them, run in turn with it
 * until the question is settled.
 */
export function buildBisectPlan(plan: Plan, { cases, gate, minEffect, maxRepeats, sides }: BisectPlanRules): Plan {
  const heads = plan.cases
    .filter(({ id, revision }) => revision === 'head' && isSelected(id, cases))
    .map((planned) => toSubjectCase(planned, maxRepeats))
  const pairs = heads.flatMap((head) => sides.map((side) => ({ head, side, beside: toReferenceCase(head, side) })))
  return {
    cases: heads.flatMap((head) => [head, ...pairs.filter((pair) => pair.head === head).map(({ beside }) => beside)]),
    notTested: plan.notTested.filter(({ key }) => isSelected(formatCaseId(key), cases)),
    comparisons: pairs.map(({ head, side, beside }) => ({
      head: side.place === 'before' ? head.id : beside.id,
      base: side.place === 'before' ? beside.id : head.id,
      minEffect,
      mayWiden: false,
      gate,
      maxRepeats: head.maxRepeats,
      isScreened: false,
    })),
  }
}

function isSelected(id: string, patterns: readonly string[]): boolean {
  return patterns.length === 0 || patterns.some((pattern) => isPatternMatch(id, pattern))
}

/** What a suite compares besides has no part in the search. */
function toSubjectCase({ tables: _tables, ...planned }: PlannedCase, maxRepeats: number | null): PlannedCase {
  return {
    ...planned,
    maxRepeats: Math.max(planned.repeats, maxRepeats ?? planned.maxRepeats),
    samplesFrom: 'fresh',
    interleaveGroup: `bisect ${planned.id}`,
  }
}

function toReferenceCase(head: PlannedCase, { label }: BisectReference): PlannedCase {
  const key = { ...head.key, axes: { ...head.key.axes, revision: label } }
  return { ...head, id: formatCaseId(key), key, revision: label }
}

import type { Config, SuiteName } from '../../config/schema/schema.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { Plan, PlannedCase } from '../../domain/plan/plan.ts'
import { isPatternMatch } from '../../domain/plan/selection.ts'

/** A commit to run interleaved with the candidate commit, with its label in the record. */
export type BisectReference = {
  readonly label: string
  readonly commit: string
  /** `before`: tests whether the candidate is worse than this commit; `after`: whether this commit is worse than it. */
  readonly place: 'before' | 'after'
}

/** Rules for the plan of one bisection step. */
export type BisectPlanRules = {
  /** Patterns of case ids; empty: every case. */
  readonly cases: readonly string[]
  /** Metric names to decide on; a trailing `*` matches any suffix. */
  readonly gate: readonly string[]
  readonly minEffect: number
  /** Maximum runs per side; null: the limit of the config. */
  readonly maxRepeats: number | null
  readonly sides: readonly BisectReference[]
}

/**
 * The config of a bisection: one suite, the same command for every commit, no requirements and no merge base.
 *
 * @throws UserError for a suite that the config does not have
 */
export function buildBisectConfig(config: Config, suite: string, sides: readonly BisectReference[]): Config {
  const known = Object.keys(config.suites)
  const settings = known.includes(suite) ? config.suites[toSuiteName(suite)] : undefined
  if (!settings) throw new UserError(`the config has no suite ${suite}`, `Configured suites: ${known.join(', ')}.`)
  return {
    ...config,
    suites: { [suite]: settings },
    revisions: Object.fromEntries(sides.map(({ label, commit }) => [label, { ref: commit }])),
    requirements: [],
    comparison: { ...config.comparison, reference: 'baseline' },
  }
}

function toSuiteName(name: string): SuiteName {
  // The caller checked that the config has this key.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return name as SuiteName
}

/** Plans each selected head case interleaved with the same case at each reference, until the comparison is decided. */
export function buildBisectPlan(plan: Plan, { cases, gate, minEffect, maxRepeats, sides }: BisectPlanRules): Plan {
  const heads = plan.cases
    .filter(({ id, revision }) => revision === 'head' && isSelected(id, cases))
    .map((planned) => toSubjectCase(planned, maxRepeats))
  const pairs = heads.flatMap((head) => sides.map((side) => ({ head, side, reference: toReferenceCase(head, side) })))
  return {
    cases: heads.flatMap((head) => [
      head,
      ...pairs.filter((pair) => pair.head === head).map(({ reference }) => reference),
    ]),
    notTested: plan.notTested.filter(({ key }) => isSelected(formatCaseId(key), cases)),
    comparisons: pairs.map(({ head, side, reference }) => ({
      head: side.place === 'before' ? head.id : reference.id,
      base: side.place === 'before' ? reference.id : head.id,
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

/** Drops result-table checks, which a bisection does not use. */
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

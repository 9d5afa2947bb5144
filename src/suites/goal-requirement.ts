import { describeDevices } from '../domain/core/case.ts'
import { formatCounted } from '../domain/core/numbers.ts'
import type { Requirement } from '../domain/verdict/requirement.ts'
import { buildLimit, type FigureName } from './figures.ts'

/** Time limit for a number of sequences on a number of GPUs. */
export type Goal = {
  readonly sequences: number
  readonly gpus: number
  readonly hours: number
  /** Allowed excess as a share of `hours`. */
  readonly tolerance: number
}

/** Hours that the goal allows; infinite without a goal. */
export function computeLimitHours(goal: Pick<Goal, 'hours' | 'tolerance'> | undefined): number {
  return goal ? goal.hours * (1 + goal.tolerance) : Number.POSITIVE_INFINITY
}

/**
 * Builds the limits of a goal: PERF-01 for the time and, if a rule set asks for a throughput, PERF-04 for the rate
 * that this time needs. With a tolerance the limits are inclusive, without one they are exclusive.
 */
export function buildGoalRequirements(
  goal: Goal,
  { hours, rate }: { readonly hours: FigureName; readonly rate: FigureName },
  { hasRuleSet, ...judged }: Pick<Requirement, 'suite' | 'severity'> & { readonly hasRuleSet: boolean },
): Requirement[] {
  const rule = `goal of ${formatCounted(goal.sequences, 'sequence')} on ${describeDevices(goal.gpus, 'gpu')}`
  const [isInclusive, most, more] = [
    goal.tolerance > 0,
    computeLimitHours(goal),
    { rule, ...judged, isGoal: true },
  ] as const
  return [
    buildLimit(hours, isInclusive ? '<=' : '<', most, { id: 'PERF-01', ...more }),
    ...(hasRuleSet
      ? [buildLimit(rate, isInclusive ? '>=' : '>', goal.sequences / most, { id: 'PERF-04', ...more })]
      : []),
  ]
}

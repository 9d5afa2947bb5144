import type { Requirement } from '../../domain/verdict/requirement.ts'

/** Time limit for a number of sequences on a number of GPUs. */
export type Goal = {
  readonly sequences: number
  readonly gpus: number
  readonly hours: number
  /** Allowed excess as a share of `hours`. */
  readonly tolerance: number
}

/** Requirement PERF-01. With a tolerance the limit is inclusive, without one it is exclusive. */
export function buildGoalRequirement(
  goal: Goal,
  judged: Pick<Requirement, 'suite' | 'value' | 'severity'>,
): Requirement {
  return {
    id: 'PERF-01',
    ...judged,
    axes: {},
    operator: goal.tolerance > 0 ? '<=' : '<',
    limit: goal.hours * (1 + goal.tolerance),
    unit: 'h',
    rule: `goal of ${goal.sequences} sequences on ${goal.gpus} GPUs`,
  }
}

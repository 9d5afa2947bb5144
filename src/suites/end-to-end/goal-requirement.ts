import type { Requirement } from '../../domain/verdict/requirement.ts'

/** The time that a number of sequences may take on a number of GPUs. */
export type Goal = {
  readonly sequences: number
  readonly gpus: number
  readonly hours: number
  /** Share that it may take longer. */
  readonly tolerance: number
}

/** PERF-01. A goal with a tolerance may be met exactly; one without must be undercut. */
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

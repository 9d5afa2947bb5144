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

/** Requirement PERF-01. With a tolerance the limit is inclusive, without one it is exclusive. */
export function buildGoalRequirement(
  { sequences, gpus, hours, tolerance }: Goal,
  value: FigureName,
  judged: Pick<Requirement, 'suite' | 'severity'>,
): Requirement {
  const rule = `goal of ${sequences} sequences on ${gpus} GPUs`
  return buildLimit(value, tolerance > 0 ? '<=' : '<', hours * (1 + tolerance), { id: 'PERF-01', rule, ...judged })
}

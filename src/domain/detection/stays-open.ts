import { gatesOf, type MeasuredPair } from './measure-pair.ts'
import type { PairRequest } from './pair.ts'
import { leaningBetween, sequentialRule } from './pair-rule.ts'
import { projectedPrecision } from './projected-precision.ts'

/**
 * Whether `runs` per side would most likely leave the pair open: with the precision that they will have, neither the
 * present estimate nor one a standard error of today to either side is told as slower by `min_effect`, or rules out a
 * slowdown of `clear_effect`.
 */
export function staysOpen(pair: Omit<MeasuredPair, 'sign'>, request: PairRequest, runs: number): boolean {
  const rule = sequentialRule(gatesOf(request))
  const precision = projectedPrecision(pair.difference, request, runs)
  const { estimate, standardError } = pair.difference
  return [estimate - standardError, estimate, estimate + standardError].every(
    (place) => leaningBetween(rule, { ...precision, estimate: place }, pair) === 'open',
  )
}

/** Runs per side that `max_runs` allows at most, and at least those already taken. */
export function mostRunsOf({ base, head }: Pick<PairRequest, 'base' | 'head'>, maxRuns: number): number {
  return Math.max(maxRuns, base.length, head.length)
}

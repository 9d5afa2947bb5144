import { readGates, measurePair, type MeasuredPair } from './measure-pair.ts'
import type { PairRequest } from './pair.ts'
import { decideLeaning, createSingleLookRule } from './pair-rule.ts'
import type { PairScale } from './pair-scale.ts'
import { projectPrecision } from './projected-precision.ts'

/** Standard errors of today. Where a whole one is asked for, hopeless pairs take a fifth more runs for next to no power. */
const margin = 0.75

/**
 * Whether `runs` per side would most likely leave the pair open at the last look: with the precision that they will have,
 * neither the present estimate nor one 3/4 of today's standard error to either side is told as slower by `min_effect`, or
 * rules out a slowdown of `clear_effect`.
 */
function isLikelyOpen(pair: MeasuredPair, request: PairRequest, runs: number): boolean {
  const rule = createSingleLookRule(readGates(request))
  const precision = projectPrecision(pair.difference, request, runs)
  const { estimate, standardError } = pair.difference
  return [-margin, 0, margin]
    .map((errors) => estimate + errors * standardError)
    .every((place) => decideLeaning(rule, { ...precision, estimate: place }, pair) === 'open')
}

/**
 * Whether the question is out of reach of `runs` per side. A history alone is no reason: the runs themselves must be so
 * noisy as well, since it may describe a noisier machine than today's.
 */
export function isOutOfReach(pair: MeasuredPair, request: PairRequest, scale: PairScale, runs: number): boolean {
  if (!isLikelyOpen(pair, request, runs)) return false
  const { history = [] } = request
  return history.length === 0 || isLikelyOpen(measurePair({ ...request, history: [] }, scale), request, runs)
}

/** Runs per side that `max_runs` allows at most, and at least those already taken. */
export function computeMaxRuns({ base, head }: Pick<PairRequest, 'base' | 'head'>, maxRuns: number): number {
  return Math.max(maxRuns, base.length, head.length)
}

import { readGates, measurePair, type MeasuredPair } from './measure-pair.ts'
import type { PairRequest } from './pair.ts'
import { decideLeaning, createSingleLookRule } from './pair-rule.ts'
import type { PairScale } from './pair-scale.ts'
import { projectPrecision } from './projected-precision.ts'

/**
 * In current standard errors. A margin of 1 makes pairs without a chance take a fifth more runs for almost no power.
 */
const margin = 0.75

/**
 * Whether `runs` per side would most likely leave the pair inconclusive at the last look: with their expected
 * precision, neither the current estimate nor one 3/4 of today's standard error to either side counts as slower by
 * `minEffect`, or rules out a slowdown of `clearEffect`.
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
 * Whether `runs` per side cannot settle the comparison. A history alone is not sufficient, because it may describe a
 * noisier machine: the runs themselves must be too noisy as well.
 */
export function isOutOfReach(pair: MeasuredPair, request: PairRequest, scale: PairScale, runs: number): boolean {
  if (!isLikelyOpen(pair, request, runs)) return false
  const { history = [] } = request
  return history.length === 0 || isLikelyOpen(measurePair({ ...request, history: [] }, scale), request, runs)
}

/** Maximum number of runs per side, at least those already taken. */
export function computeMaxRuns({ base, head }: Pick<PairRequest, 'base' | 'head'>, maxRuns: number): number {
  return Math.max(maxRuns, base.length, head.length)
}

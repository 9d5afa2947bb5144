import {
  measurePair,
  decideLeaning,
  readGates,
  type MeasuredPair,
  type PairEvidence,
  createSingleLookRule,
  findSmallest,
  projectPrecision,
  projectionErrors,
} from './pair-rule.ts'
import { type PairRequest, toFiniteShare } from './pair.ts'
import { type PairDifference, computeHistoryWeight } from './pair-difference.ts'
import {
  computeStudentProbability,
  rankLevel,
  computeSeparationProbability,
  computeStudentQuantile,
} from '../noise/probabilities.ts'
import { formatEffectSize } from './judge-on-scale.ts'

/**
 * Two-sided p value of a difference at least as large as observed, for a single look; at most 1. It ignores the minimum
 * effect and the rank test.
 */
export function computePValue({ difference: { estimate, standardError, degreesOfFreedom } }: MeasuredPair): number {
  return Math.min(1, 2 * computeStudentProbability(-Math.abs(estimate) / standardError, degreesOfFreedom))
}

/**
 * Uncertainty of the answer: p (1 − p), at most ¼, where p is the probability that the difference is at least half of
 * the minimum effect, given these runs and a flat prior. The next run is most informative where it is largest.
 */
export function computeUncertainty({ difference, minEffect }: MeasuredPair): number {
  const { estimate, standardError, degreesOfFreedom } = difference
  const probability = computeStudentProbability((estimate - minEffect / 2) / standardError, degreesOfFreedom)
  return probability * (1 - probability)
}

/**
 * Whether `runs` per side would most likely leave the pair inconclusive at the last look: with their expected
 * precision, neither the current estimate nor one 3/4 of today's standard error to either side counts as slower by
 * `minEffect`, or rules out a slowdown of `clearEffect`.
 */
function isLikelyOpen(pair: MeasuredPair, request: PairRequest, runs: number): boolean {
  const rule = createSingleLookRule(readGates(request))
  const precision = projectPrecision(pair.difference, request, runs)
  const { estimate, standardError } = pair.difference
  return [-projectionErrors, 0, projectionErrors]
    .map((errors) => estimate + errors * standardError)
    .every((place) => decideLeaning(rule, { ...precision, estimate: place }, pair) === 'open')
}

const mostRuns = 1000

/**
 * Returns an explanation when `maxRuns` per side would most likely leave the comparison inconclusive (see
 * `isLikelyOpen`). A history alone is not sufficient, because it may describe a noisier machine: the runs themselves
 * must be too noisy as well. Null when the comparison may still be settled, is settled, or is not judged by its noise.
 *
 * @returns `runsNeeded`: runs per side that would detect the minimum effect with a power of 90 %; null: more than 1000.
 *   `reachableEffect`: the effect detectable with a power of 90 % at the maximum number of runs.
 */
export function explainOutOfReach({ request, measured: now }: PairEvidence, maxRuns: number) {
  if (now === null) return null
  const { history = [] } = request
  const { scale, minEffect } = now
  const most = Math.max(maxRuns, request.base.length, request.head.length)
  if (!isLikelyOpen(now, request, most)) return null
  const isOpenAlone = () => isLikelyOpen(measurePair({ ...request, history: [] }, scale), request, most)
  if (history.length > 0 && !isOpenAlone()) return null
  const reachableEffect = scale.toEffect(computeDetectableEffect(now, request, most))
  const runsNeeded = findFewestRuns(now, request, most)
  const limit = formatEffectSize(scale.toEffect(minEffect), scale.hundredth)
  const reach = formatEffectSize(reachableEffect, scale.hundredth)
  const need = runsNeeded === null ? `more than ${mostRuns}` : `about ${runsNeeded}`
  const reason = `out of reach at this noise: ${most} runs per side can detect ${reach}; detecting ${limit} needs ${need}`
  return { runsNeeded, reachableEffect, reason }
}

function computeDetectableEffect(now: MeasuredPair, request: PairRequest, runs: number): number {
  return findSmallestDetectable(projectPrecision(now.difference, request, runs), readGates(request))
}

/** Binary search: the detectable effect never grows with more runs. */
function findFewestRuns(now: MeasuredPair, request: PairRequest, most: number): number | null {
  let [low, high] = [most, mostRuns]
  if (computeDetectableEffect(now, request, high) > now.minEffect) return null
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (computeDetectableEffect(now, request, middle) <= now.minEffect) high = middle
    else low = middle
  }
  return high
}

/** Noise of a metric known before a pair is measured. */
export type KnownNoise = {
  /** Coefficient of variation of runs of unchanged code in one session. */
  readonly cv: number
  /** Runs minus sessions of the history. Default: unlimited. */
  readonly degreesOfFreedom?: number
  /** Standard deviation of the level between sessions, if the base is from another session. Absent: same session. */
  readonly sessionDeviation?: number
}

/** Power at which a slowdown counts as within reach. */
const foundShare = 0.9

/**
 * Minimum detectable effect: the smallest slowdown, as a share, that the rule of the last look finds in about nine of
 * ten pairs. With the expected standard error and degrees of freedom, an estimate below the true effect by its 90 %
 * quantile is still detected. About 1.7 CV with 10 runs, 2.5 CV with 5, 1.2 CV with 20. Null when so few runs cannot
 * show any change.
 *
 * @param limits maximum number of runs per side, and number of gates
 */
export function computeReachableEffect(
  noise: KnownNoise,
  limits: { readonly maxRuns: number; readonly gates?: number },
): number | null {
  const { maxRuns: runs } = limits
  if (computeSeparationProbability(runs, runs) > rankLevel) return null
  const runVariance = Math.log1p(noise.cv ** 2)
  const sessionVariance = noise.sessionDeviation === undefined ? 0 : 2 * Math.log1p(noise.sessionDeviation ** 2)
  const expected = {
    estimate: 0,
    standardError: Math.sqrt((2 * runVariance) / runs + sessionVariance),
    degreesOfFreedom: 2 * runs - 2 + computeHistoryWeight(noise.degreesOfFreedom ?? Number.POSITIVE_INFINITY),
  }
  return toFiniteShare(findSmallestDetectable(expected, readGates(limits)))
}

/** The smallest difference that is found with a power of 90 % at this precision when it is the minimum effect. */
function findSmallestDetectable(precision: PairDifference, gates: number): number {
  const { standardError, degreesOfFreedom } = precision
  if (standardError === 0) return 0
  const shortfall = computeStudentQuantile(foundShare, degreesOfFreedom) * standardError
  const rule = createSingleLookRule(gates)
  const isFound = (effect: number): boolean => rule({ ...precision, estimate: effect - shortfall }, effect) === 'slower'
  return findSmallest(isFound, standardError)
}

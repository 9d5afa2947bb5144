import { readGates } from './measure-pair.ts'
import { computeHistoryWeight } from '../noise/noise-prior.ts'
import type { PairDifference } from './pair-difference.ts'
import { createSingleLookRule, findSmallest } from './pair-rule.ts'
import { toFiniteShare } from '../noise/finite-share.ts'
import { rankLevel, computeSeparationProbability } from './rank-test.ts'
import { computeStudentQuantile } from '../noise/student-quantile.ts'

/** Noise of a metric known before a pair is measured. */
export type KnownNoise = {
  /** Coefficient of variation of runs of unchanged code in one session. */
  readonly cv: number
  /** Runs minus sessions of the history. Default: unlimited. */
  readonly degreesOfFreedom?: number
  /** Standard deviation of the level between sessions, if the base is from another session. Absent: same session. */
  readonly sessionDeviation?: number
}

/** Limits that determine the minimum detectable effect. */
export type ReachLimits = {
  /** Maximum number of runs per side. */
  readonly maxRuns: number
  readonly gates?: number
}

/** Power at which a slowdown counts as within reach. */
const foundShare = 0.9

/**
 * Minimum detectable effect: the smallest slowdown, as a share, that the rule of the last look finds in about nine of
 * ten pairs. With the expected standard error and degrees of freedom, an estimate below the true effect by its 90 %
 * quantile is still detected. About 1.7 CV with 10 runs, 2.5 CV with 5, 1.2 CV with 20. Null when so few runs cannot
 * show any change.
 */
export function computeReachableEffect(noise: KnownNoise, limits: ReachLimits): number | null {
  const { maxRuns: runs } = limits
  if (computeSeparationProbability(runs, runs) > rankLevel) return null
  return toFiniteShare(findSmallestDetectable(predictPrecision(noise, runs), readGates(limits)))
}

/** Expected precision of the difference between two sides with `runs` runs each, in logs. */
function predictPrecision(noise: KnownNoise, runs: number): PairDifference {
  const runVariance = Math.log1p(noise.cv ** 2)
  const sessionVariance = noise.sessionDeviation === undefined ? 0 : 2 * Math.log1p(noise.sessionDeviation ** 2)
  return {
    estimate: 0,
    standardError: Math.sqrt((2 * runVariance) / runs + sessionVariance),
    degreesOfFreedom: 2 * runs - 2 + computeHistoryWeight(noise.degreesOfFreedom ?? Number.POSITIVE_INFINITY),
  }
}

/** The smallest difference that is found with a power of 90 % at this precision when it is the minimum effect. */
export function findSmallestDetectable(precision: PairDifference, gates: number): number {
  const { standardError, degreesOfFreedom } = precision
  if (standardError === 0) return 0
  const shortfall = computeStudentQuantile(foundShare, degreesOfFreedom) * standardError
  const rule = createSingleLookRule(gates)
  const isFound = (effect: number): boolean => rule({ ...precision, estimate: effect - shortfall }, effect) === 'slower'
  return findSmallest(isFound, standardError)
}

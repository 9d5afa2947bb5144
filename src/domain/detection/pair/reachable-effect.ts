import { readGates } from './measure-pair.ts'
import { computeHistoryWeight } from '../noise/noise-prior.ts'
import type { PairDifference } from './pair-difference.ts'
import { createSingleLookRule, findSmallest } from './pair-rule.ts'
import { toFiniteShare } from '../noise/finite-share.ts'
import { rankLevel, computeSeparationProbability } from './rank-test.ts'
import { computeStudentQuantile } from '../noise/student-quantile.ts'

/** What is known of a metric's noise before a pair is measured. */
export type KnownNoise = {
  /** Coefficient of variation of runs of the same code in one session. */
  readonly cv: number
  /** Runs less sessions of the history; absent: many. */
  readonly degreesOfFreedom?: number
  /** Standard deviation of the level between sessions, where the base is from another one; absent: same session. */
  readonly sessionDeviation?: number
}

export type ReachLimits = {
  /** The most runs per side. */
  readonly maxRuns: number
  readonly gates?: number
}

/** A slowdown counts as within reach when it is found this often. */
const foundShare = 0.9

/**
 * The smallest slowdown, as a share, that the rule of the last look finds in about nine of ten pairs: with the
 * standard error and degrees of freedom that so many runs will have, an estimate that falls short of the truth by its
 * 90 % quantile is still told. That is 1.7 CV with 10 runs, 2.5 CV with 5, 1.2 CV with 20. Null where so few
 * runs can show nothing.
 */
export function computeReachableEffect(noise: KnownNoise, limits: ReachLimits): number | null {
  const { maxRuns: runs } = limits
  if (computeSeparationProbability(runs, runs) > rankLevel) return null
  return toFiniteShare(findSmallestDetectable(predictPrecision(noise, runs), readGates(limits)))
}

/** The precision that a difference of two sides with so many runs each is expected to have, in logs. */
export function predictPrecision(noise: KnownNoise, runs: number): PairDifference {
  const runVariance = Math.log1p(noise.cv ** 2)
  const sessionVariance = noise.sessionDeviation === undefined ? 0 : 2 * Math.log1p(noise.sessionDeviation ** 2)
  return {
    estimate: 0,
    standardError: Math.sqrt((2 * runVariance) / runs + sessionVariance),
    degreesOfFreedom: 2 * runs - 2 + computeHistoryWeight(noise.degreesOfFreedom ?? Number.POSITIVE_INFINITY),
  }
}

/** The smallest difference that is found nine times in ten at this precision when it is the minimum effect. */
export function findSmallestDetectable(precision: PairDifference, gates: number): number {
  const { standardError, degreesOfFreedom } = precision
  if (standardError === 0) return 0
  const shortfall = computeStudentQuantile(foundShare, degreesOfFreedom) * standardError
  const rule = createSingleLookRule(gates)
  const isFound = (effect: number): boolean => rule({ ...precision, estimate: effect - shortfall }, effect) === 'slower'
  return findSmallest(isFound, standardError)
}

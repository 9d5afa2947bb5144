import type { PairDifference } from './pair-difference.ts'
import { computeStudentQuantile } from '../noise/student-quantile.ts'

/** Whether an estimate supports a slowdown of the minimum effect, excludes it, or leaves it open. */
export type Leaning = 'slower' | 'not slower' | 'open'

/** Decides on one estimate; `minEffect` is the smallest difference worth reporting, on the same scale. */
export type PairRule = (difference: PairDifference, minEffect: number) => Leaning

const slowerBound = 4.5
const notSlowerBound = 2.5
const slowerLevel = 0.01
const notSlowerProbability = 0.95

/**
 * Rule for a look after which more runs may follow: the log likelihood ratio of "slower by the minimum effect or more"
 * against "not slower", each at its best fitting value, under Student's t, with two bounds as in Wald's sequential test
 * (Annals of Mathematical Statistics 16, 1945). The error rates of this generalized ratio are measured, not proven. The
 * upper bound rises by the log of the number of gates, as in Bonferroni's correction.
 */
export function createSequentialRule(gates = 1): PairRule {
  const upperBound = slowerBound + Math.log(gates)
  return (difference, minEffect) => {
    const evidence = computeLogLikelihoodRatio(difference, minEffect)
    if (evidence >= upperBound) return 'slower'
    return evidence <= -notSlowerBound ? 'not slower' : 'open'
  }
}

/**
 * Rule for the last look: a number of runs fixed in advance, or the maximum. A t test against zero at the level shared
 * by all gates, and a t test against the minimum effect.
 */
export function createSingleLookRule(gates = 1): PairRule {
  return ({ estimate, standardError, degreesOfFreedom }, minEffect) => {
    const reaches = computeStudentQuantile(1 - slowerLevel / gates, degreesOfFreedom) * standardError
    if (estimate >= reaches && estimate > minEffect / 2) return 'slower'
    const excludes = computeStudentQuantile(notSlowerProbability, degreesOfFreedom) * standardError
    return minEffect - estimate >= excludes ? 'not slower' : 'open'
  }
}

/** The two thresholds of a comparison, on the judging scale. */
export type Effects = {
  /** A slowdown of at least this size is reported. */
  readonly minEffect: number
  /** A slowdown of at least this size is ruled out if the pair is unchanged; at least `minEffect`. */
  readonly clearEffect: number
}

/** Decides by both thresholds. A detected slowdown takes precedence, even if one of `clearEffect` is ruled out. */
export function decideLeaning(
  rule: PairRule,
  difference: PairDifference,
  { minEffect, clearEffect }: Effects,
): Leaning {
  if (rule(difference, minEffect) === 'slower') return 'slower'
  return rule(difference, clearEffect) === 'not slower' ? 'not slower' : 'open'
}

/** The smallest difference that the rule would call slower at the current precision. */
export function findSmallestSlower(rule: PairRule, difference: PairDifference, minEffect: number): number {
  const start = Math.max(minEffect, difference.standardError)
  return findSmallest((estimate) => rule({ ...difference, estimate }, minEffect) === 'slower', start)
}

/** The smallest slowdown, 0 or more, that the rule excludes at this estimate. */
export function findSmallestExcluded(rule: PairRule, difference: PairDifference): number {
  const isExcluded = (effect: number): boolean => rule(difference, effect) === 'not slower'
  return isExcluded(0) ? 0 : findSmallest(isExcluded, Math.abs(difference.estimate) + difference.standardError)
}

/**
 * Finds the smallest positive number that passes, by doubling `start` and then bisection; `passes` must be monotonic.
 */
export function findSmallest(passes: (value: number) => boolean, start: number): number {
  let [low, high] = [0, start]
  while (!passes(high) && high < Number.MAX_VALUE / 2) [low, high] = [high, high * 2]
  for (let step = 0; step < 30; step += 1) {
    const middle = (low + high) / 2
    if (passes(middle)) high = middle
    else low = middle
  }
  return high
}

/** (ν + 1)/2 · [ln(1 + max(0, d)²/(ν s²)) − ln(1 + max(0, X − d)²/(ν s²))]. */
function computeLogLikelihoodRatio(
  { estimate, standardError, degreesOfFreedom }: PairDifference,
  minEffect: number,
): number {
  const scale = degreesOfFreedom * standardError ** 2
  const fromZero = Math.max(0, estimate) ** 2 / scale
  const toMinimum = Math.max(0, minEffect - estimate) ** 2 / scale
  return ((degreesOfFreedom + 1) / 2) * (Math.log1p(fromZero) - Math.log1p(toMinimum))
}

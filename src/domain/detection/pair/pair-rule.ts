import type { PairDifference } from './pair-difference.ts'
import { computeStudentQuantile } from '../noise/student-quantile.ts'

/** Whether an estimate speaks for a slowdown of the minimum effect, against one, or for neither yet. */
export type Leaning = 'slower' | 'not slower' | 'open'

/** Asks one question of an estimate; `minEffect` is the smallest difference worth reporting, on the same scale. */
export type PairRule = (difference: PairDifference, minEffect: number) => Leaning

const slowerBound = 4.5
const notSlowerBound = 2.5
const slowerLevel = 0.01
const notSlowerProbability = 0.95

/**
 * For a look after which more runs may follow. Log likelihood ratio of "slower by the minimum effect or more"
 * against "not slower", each at its best fitting value, under Student's t; stopped at two bounds in the manner of Wald's
 * sequential test (Annals of Mathematical Statistics 16, 1945). As a generalised ratio its error rates are measured, not
 * proven. Several gates share one level: the upper bound rises by the log of their number, as Bonferroni's level would
 * fall.
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
 * For the last look there will be: a number of runs settled beforehand, or the most there may be. t tests against zero, at the level shared by all gates, and against the
 * minimum effect.
 */
export function createSingleLookRule(gates = 1): PairRule {
  return ({ estimate, standardError, degreesOfFreedom }, minEffect) => {
    const reaches = computeStudentQuantile(1 - slowerLevel / gates, degreesOfFreedom) * standardError
    if (estimate >= reaches && estimate > minEffect / 2) return 'slower'
    const excludes = computeStudentQuantile(notSlowerProbability, degreesOfFreedom) * standardError
    return minEffect - estimate >= excludes ? 'not slower' : 'open'
  }
}

/** The two smallest differences that matter, on the scale of judging. */
export type Effects = {
  /** A slowdown of this size or more is told. */
  readonly minEffect: number
  /** A slowdown of this size or more is ruled out where the pair is unchanged; at least `minEffect`. */
  readonly clearEffect: number
}

/** Where an estimate stands between the two; a slowdown that is told counts, even if one of `clearEffect` is ruled out. */
export function decideLeaning(
  rule: PairRule,
  difference: PairDifference,
  { minEffect, clearEffect }: Effects,
): Leaning {
  if (rule(difference, minEffect) === 'slower') return 'slower'
  return rule(difference, clearEffect) === 'not slower' ? 'not slower' : 'open'
}

/** The smallest difference that the rule would have called slower, at the precision reached. */
export function findSmallestSlower(rule: PairRule, difference: PairDifference, minEffect: number): number {
  const start = Math.max(minEffect, difference.standardError)
  return findSmallest((estimate) => rule({ ...difference, estimate }, minEffect) === 'slower', start)
}

/** The smallest slowdown, 0 or more, that the rule rules out at this estimate. */
export function findSmallestExcluded(rule: PairRule, difference: PairDifference): number {
  const isExcluded = (effect: number): boolean => rule(difference, effect) === 'not slower'
  return isExcluded(0) ? 0 : findSmallest(isExcluded, Math.abs(difference.estimate) + difference.standardError)
}

/** The smallest positive number that passes, found by doubling `start` and halving; `passes` must not turn back. */
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

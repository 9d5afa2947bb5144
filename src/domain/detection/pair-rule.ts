import type { LogRatio } from './log-ratio.ts'
import { studentQuantile } from './student-quantile.ts'

/** Whether an estimate speaks for a slowdown of the minimum effect, against one, or for neither yet. */
type Leaning = 'slower' | 'not slower' | 'open'

/** Asks one question of an estimate; `minEffect` is the log of the smallest ratio worth reporting. */
export type PairRule = (ratio: LogRatio, minEffect: number) => Leaning

const slowerBound = 4
const notSlowerBound = 2.5
const slowerProbability = 0.99
const notSlowerProbability = 0.95

/**
 * For runs that are looked at again while they grow. Log likelihood ratio of "slower by the minimum effect or more"
 * against "not slower", each at its best fitting value, under Student's t; stopped at two bounds in the manner of Wald's
 * sequential test (Annals of Mathematical Statistics 16, 1945). As a generalised ratio its error rates are measured, not
 * proven.
 */
export function sequentialRule(ratio: LogRatio, minEffect: number): Leaning {
  const evidence = logLikelihoodRatio(ratio, minEffect)
  if (evidence >= slowerBound) return 'slower'
  return evidence <= -notSlowerBound ? 'not slower' : 'open'
}

/** For a number of runs settled beforehand: t tests against zero and against the minimum effect. */
export function singleLookRule(ratio: LogRatio, minEffect: number): Leaning {
  const { estimate, standardError, degreesOfFreedom } = ratio
  const reaches = studentQuantile(slowerProbability, degreesOfFreedom) * standardError
  if (estimate >= reaches && estimate > minEffect / 2) return 'slower'
  const excludes = studentQuantile(notSlowerProbability, degreesOfFreedom) * standardError
  return minEffect - estimate >= excludes ? 'not slower' : 'open'
}

/** The smallest log ratio that the rule would have called slower, at the precision reached; found by halving. */
export function smallestSlower(rule: PairRule, ratio: LogRatio, minEffect: number): number {
  const isSlower = (estimate: number): boolean => rule({ ...ratio, estimate }, minEffect) === 'slower'
  let [low, high] = [0, Math.max(minEffect, ratio.standardError)]
  while (!isSlower(high) && high < Number.MAX_VALUE / 2) [low, high] = [high, high * 2]
  for (let step = 0; step < 30; step += 1) {
    const middle = (low + high) / 2
    if (isSlower(middle)) high = middle
    else low = middle
  }
  return high
}

/** (ν + 1)/2 · [ln(1 + max(0, d)²/(ν s²)) − ln(1 + max(0, X − d)²/(ν s²))]. */
function logLikelihoodRatio({ estimate, standardError, degreesOfFreedom }: LogRatio, minEffect: number): number {
  const scale = degreesOfFreedom * standardError ** 2
  const fromZero = Math.max(0, estimate) ** 2 / scale
  const toMinimum = Math.max(0, minEffect - estimate) ** 2 / scale
  return ((degreesOfFreedom + 1) / 2) * (Math.log1p(fromZero) - Math.log1p(toMinimum))
}

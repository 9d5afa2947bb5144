import jStat from 'jstat'
import { computeNextLook } from './next-look.ts'
import type { PairDifference } from './pair-difference.ts'
import { createSequentialRule } from './pair-rule.ts'
import { predictPrecision, type KnownNoise, type ReachLimits } from './reachable-effect.ts'
import { computeOpenProbabilities } from './open-probability.ts'
import { computeStudentProbability } from '../noise/student-probability.ts'

/** Noise, limits and minimum effect (a share) of a comparison. */
export type ExpectedRunsInput = KnownNoise &
  ReachLimits & {
    readonly minEffect: number
    /** Runs per side at the first look. Default: 3. */
    readonly repeats?: number
  }

/** Lower search limit in standard errors: if an estimate that low is not cleared, none is. */
const farthestErrors = 1e3

/**
 * Average number of runs per side until unchanged code is cleared of a slowdown of the minimum effect: the runs between
 * looks, weighted by the probability that the pair is still open. The probability follows from the rule's lower bound
 * at the expected precision. False alarms and the rank test are ignored.
 */
export function estimateExpectedRuns(question: ExpectedRunsInput): number {
  const { minEffect, maxRuns, repeats = 3 } = question
  const stops = listLooks(repeats, maxRuns)
  const boundaries = stops.map((runs) => ({
    runs,
    boundary: computeBoundaryScore(predictPrecision(question, runs), Math.log1p(minEffect)),
  }))
  const last = Math.max(repeats, maxRuns)
  return computeOpenProbabilities(boundaries).reduce(
    (runs, open, index) => runs + ((stops[index + 1] ?? last) - (stops[index] ?? last)) * open,
    repeats,
  )
}

function listLooks(repeats: number, maxRuns: number): number[] {
  const stops = [repeats]
  for (
    let look = computeNextLook(repeats, repeats, maxRuns);
    look < maxRuns;
    look = computeNextLook(look, repeats, maxRuns)
  )
    stops.push(look)
  return stops
}

/** Normal score of the largest estimate that is cleared, for unchanged code with an estimated spread. */
function computeBoundaryScore(precision: PairDifference, minEffect: number): number {
  const { standardError, degreesOfFreedom } = precision
  if (standardError === 0) return Number.POSITIVE_INFINITY
  const probability = computeStudentProbability(
    findLargestCleared(precision, minEffect) / standardError,
    degreesOfFreedom,
  )
  return jStat.normal.inv(probability, 0, 1)
}

/** Bisection between a clear speed-up and the minimum effect. */
function findLargestCleared(precision: PairDifference, minEffect: number): number {
  const rule = createSequentialRule()
  const isCleared = (estimate: number): boolean => rule({ ...precision, estimate }, minEffect) === 'not slower'
  let [low, high] = [-farthestErrors * precision.standardError, minEffect]
  if (!isCleared(low)) return low
  for (let halving = 0; halving < 40; halving += 1) {
    const middle = (low + high) / 2
    if (isCleared(middle)) low = middle
    else high = middle
  }
  return low
}

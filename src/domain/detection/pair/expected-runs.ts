import jStat from 'jstat'
import { computeNextLook } from './next-look.ts'
import type { PairDifference } from './pair-difference.ts'
import { createSequentialRule } from './pair-rule.ts'
import { predictPrecision, type KnownNoise, type ReachLimits } from './reachable-effect.ts'
import { computeOpenProbabilities } from './open-probability.ts'
import { computeStudentProbability } from '../noise/student-probability.ts'

export type ExpectedRunsInput = KnownNoise &
  ReachLimits & {
    readonly minEffect: number
    /** Runs per side at the first look; absent: 3. */
    readonly repeats?: number
  }

/** An estimate so many standard errors below zero is cleared, or none is. */
const farthestErrors = 1e3

/**
 * How many runs per side unchanged code takes on average until a slowdown of the minimum effect is ruled out: look by
 * look the runs up to the next one, times the chance that the pair is still open, by the rule's own lower bound at the
 * precision that is expected there. What ends as a false alarm or needs another key is left out.
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

/** The normal score of the largest estimate that is cleared, where nothing changed and the spread is estimated. */
function computeBoundaryScore(precision: PairDifference, minEffect: number): number {
  const { standardError, degreesOfFreedom } = precision
  if (standardError === 0) return Number.POSITIVE_INFINITY
  const probability = computeStudentProbability(
    findLargestCleared(precision, minEffect) / standardError,
    degreesOfFreedom,
  )
  return jStat.normal.inv(probability, 0, 1)
}

/** By halving. */
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

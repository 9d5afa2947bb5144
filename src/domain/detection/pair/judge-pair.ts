import { computeMean } from '../../core/statistics.ts'
import { toFiniteShare } from '../noise/finite-share.ts'
import { judgeOnScale } from './judge-on-scale.ts'
import { readMinEffect } from './measure-pair.ts'
import type { PairAnswer, PairRequest } from './pair.ts'
import { ratioScale } from './pair-scale.ts'
import { speedTerms, type PairTerms } from './pair-terms.ts'
import { computeSeparationProbability, rankLevel } from './rank-test.ts'
import { singleRunReason, createUnjudgedAnswer, answerWithoutRuns } from './unjudged.ts'

/**
 * Judges whether head is slower than base by the minimum effect. Works on logs of times (rates inverted), so neither
 * unit nor direction matters. A regression or an improvement needs both the parametric rule and a rank test. Values
 * without a ratio, and sides with fewer than two runs, are inconclusive with a reason.
 *
 * @throws RangeError when minEffect is not a number of zero or more, or gates not one of one or more
 */
export function judgePair(request: PairRequest): PairAnswer {
  return judgeRatio(request, speedTerms)
}

/** Same as `judgePair`, with other terms for quantities that are neither times nor speeds. */
export function judgeRatio(request: PairRequest, terms: PairTerms): PairAnswer {
  readMinEffect(request)
  return answerWithoutRatio(request) ?? judgeOnScale(request, ratioScale, terms)
}

/** The answer for values that have no ratio of logs; null when they have one. */
export function answerWithoutRatio(request: PairRequest): PairAnswer | null {
  const { base, head } = request
  const values = [...base, ...head]
  const unusable = values.find((value) => !Number.isFinite(value) || value < 0)
  if (unusable !== undefined && base.length > 0 && head.length > 0)
    return createUnjudgedAnswer('inconclusive', null, `a value is ${unusable}; only positive numbers have a ratio`)
  return answerWithoutRuns(base, head) ?? answerZeros(request) ?? answerSingleRuns(base, head)
}

/** A rate that is zero in all runs of the head, and was not in any of the base, is the largest loss. */
function answerZeros({ base, head, isLowerBetter }: PairRequest): PairAnswer | null {
  const values = [...base, ...head]
  if (!values.includes(0)) return null
  const isMeasured = base.length > 1 && head.length > 1
  const isLost = isLowerBetter === false && !base.includes(0) && head.every((value) => value === 0)
  if (isLost && computeSeparationProbability(base.length, head.length) <= rankLevel)
    return createUnjudgedAnswer('regression', -1, 'every value of the head is zero')
  return isMeasured && values.every((value) => value === 0)
    ? createUnjudgedAnswer('unchanged', 0, 'every value is zero on both sides')
    : createUnjudgedAnswer('inconclusive', null, 'a value is zero; a change from or to zero has no ratio')
}

function answerSingleRuns(base: readonly number[], head: readonly number[]): PairAnswer | null {
  if (base.length > 1 && head.length > 1) return null
  const effect = toFiniteShare(computeMean(head.map(Math.log)) - computeMean(base.map(Math.log)))
  return createUnjudgedAnswer('inconclusive', effect, singleRunReason)
}

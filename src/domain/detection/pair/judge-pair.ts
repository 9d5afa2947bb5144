import { meanOf } from '../../core/statistics.ts'
import { finiteShare } from '../noise/finite-share.ts'
import { judgeOnScale } from './judge-on-scale.ts'
import { minEffectOf } from './measure-pair.ts'
import type { PairAnswer, PairRequest } from './pair.ts'
import { ratioScale } from './pair-scale.ts'
import { speedWords, type PairWords } from './pair-words.ts'
import { singleRunReason, unjudged, withoutRuns } from './unjudged.ts'

/**
 * Is head slower than base by the minimum effect? Works on logs of times (rates inverted), so neither unit nor direction
 * matters. A regression or an improvement needs both the parametric rule and a test of the order of the runs. Values without a ratio, and
 * sides with fewer than two runs, are inconclusive with the reason said.
 *
 * @throws RangeError when min_effect is not a number of zero or more, or gates not one of one or more
 */
export function judgePair(request: PairRequest): PairAnswer {
  return judgeRatio(request, speedWords)
}

/** The same in other words, for what is no time and no speed. */
export function judgeRatio(request: PairRequest, words: PairWords): PairAnswer {
  minEffectOf(request)
  return withoutRatio(request) ?? judgeOnScale(request, ratioScale, words)
}

/** The answers for values that allow no comparison of logs; null when they do. */
export function withoutRatio({ base, head }: PairRequest): PairAnswer | null {
  const values = [...base, ...head]
  const unusable = values.find((value) => !Number.isFinite(value) || value < 0)
  if (unusable !== undefined && base.length > 0 && head.length > 0)
    return unjudged('inconclusive', null, `a value is ${unusable}; only positive numbers have a ratio to judge`)
  return withoutRuns(base, head) ?? withZeros(base, head) ?? fromSingleRuns(base, head)
}

function withZeros(base: readonly number[], head: readonly number[]): PairAnswer | null {
  const values = [...base, ...head]
  if (!values.includes(0)) return null
  const isMeasured = base.length > 1 && head.length > 1
  return isMeasured && values.every((value) => value === 0)
    ? unjudged('unchanged', 0, 'every value is zero on both sides')
    : unjudged('inconclusive', null, 'a value is zero; a change from or to zero has no ratio')
}

function fromSingleRuns(base: readonly number[], head: readonly number[]): PairAnswer | null {
  if (base.length > 1 && head.length > 1) return null
  const effect = finiteShare(meanOf(head.map(Math.log)) - meanOf(base.map(Math.log)))
  return unjudged('inconclusive', effect, singleRunReason)
}

import { measurePair, type MeasuredPair } from './measure-pair.ts'
import type { PairDifference } from './pair-difference.ts'
import type { PairAnswer, PairRequest, PairVerdict } from './pair.ts'
import { explainPair } from './pair-reason.ts'
import { smallestSlower } from './pair-rule.ts'
import type { PairScale } from './pair-scale.ts'
import type { PairWords } from './pair-words.ts'
import { rankLevel, rankProbability, separationProbability } from './rank-test.ts'
import { studentQuantile } from './student-quantile.ts'

const confidence = 0.95

type Decision = { readonly verdict: PairVerdict; readonly isOverlapping: boolean }

/**
 * Judges a pair with at least two values on each side, all with a place on the scale. A regression or an improvement
 * needs both the parametric rule and a rank test.
 */
export function judgeOnScale(request: PairRequest, scale: PairScale, words: PairWords): PairAnswer {
  const pair = measurePair(request, scale)
  const { verdict, isOverlapping } = decide(pair)
  const answer = {
    verdict,
    effect: scale.effectOf(pair.sign * pair.difference.estimate) + 0,
    interval: intervalOf(pair.difference, pair.sign, scale),
    resolution: resolutionOf(pair, scale),
  }
  const minEffect = scale.effectOf(pair.minEffect)
  return { ...answer, reason: explainPair(answer, request, { minEffect, scale, words, isOverlapping }) }
}

function decide({ base, head, difference, minEffect, rule }: MeasuredPair): Decision {
  const leaning = rule(difference, minEffect)
  if (leaning === 'slower') return keyed('regression', base, head)
  const mirrored = { ...difference, estimate: -difference.estimate }
  const faster = rule(mirrored, minEffect) === 'slower' ? keyed('improvement', head, base) : null
  if (faster?.isOverlapping === false) return faster
  // So few runs could not have been called slower, whatever they had shown: they clear nothing either.
  return leaning === 'not slower' && separationProbability(base.length, head.length) <= rankLevel
    ? { verdict: 'unchanged', isOverlapping: false }
    : { verdict: 'inconclusive', isOverlapping: faster !== null }
}

/** The second key: chance alone rarely orders the runs like this. */
function keyed(verdict: PairVerdict, lower: readonly number[], upper: readonly number[]): Decision {
  const isOverlapping = rankProbability(lower, upper) > rankLevel
  return { verdict: isOverlapping ? 'inconclusive' : verdict, isOverlapping }
}

function intervalOf(difference: PairDifference, sign: 1 | -1, scale: PairScale): [number, number] {
  const margin = studentQuantile((1 + confidence) / 2, difference.degreesOfFreedom) * difference.standardError
  const centre = sign * difference.estimate
  return [scale.effectOf(centre - margin), scale.effectOf(centre + margin)]
}

/** Null where not even complete separation would pass the rank test. */
function resolutionOf({ base, head, rule, difference, minEffect }: MeasuredPair, scale: PairScale): number | null {
  const separated = separationProbability(base.length, head.length)
  return separated <= rankLevel ? scale.effectOf(smallestSlower(rule, difference, minEffect)) : null
}

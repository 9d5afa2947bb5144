import { mean } from './centre.ts'
import { estimateLogRatio, type LogRatio } from './log-ratio.ts'
import { noisePrior } from './noise-prior.ts'
import { explainPair } from './pair-reason.ts'
import { sequentialRule, singleLookRule, smallestSlower, type PairRule } from './pair-rule.ts'
import type { PairAnswer, PairRequest, PairVerdict } from './pair.ts'
import { rankProbability, separationProbability } from './rank-test.ts'
import { studentQuantile } from './student-quantile.ts'

/** min_effect where a request names none. */
const defaultMinEffect = 0.03

const rankLevel = 0.06
const confidence = 0.95

type Sides = { readonly base: readonly number[]; readonly head: readonly number[] }

/**
 * Is head slower than base by the minimum effect? Works on logs of times (rates inverted), so neither unit nor direction
 * matters. A regression or an improvement needs both the parametric rule and a rank test. Values without a ratio, and
 * sides with fewer than two runs, are inconclusive with the reason said.
 *
 * @throws RangeError when min_effect is not a number of zero or more
 */
export function judgePair(request: PairRequest): PairAnswer {
  const minEffect = request.min_effect ?? defaultMinEffect
  if (!(minEffect >= 0) || !Number.isFinite(minEffect))
    throw new RangeError(`min_effect is ${minEffect}; give a share of zero or more, such as 0.03`)
  return withoutEstimate(request) ?? judgeMeasured(request, Math.log1p(minEffect))
}

/** The answers for values that allow no comparison of logs. */
function withoutEstimate({ base, head }: PairRequest): PairAnswer | null {
  const values = [...base, ...head]
  if (base.length === 0 || head.length === 0)
    return unjudged('inconclusive', null, `no runs on the ${base.length === 0 ? 'base' : 'head'} side`)
  const unusable = values.find((value) => !Number.isFinite(value) || value < 0)
  if (unusable !== undefined)
    return unjudged('inconclusive', null, `a value is ${unusable}; only positive numbers have a ratio to judge`)
  const isSingle = base.length < 2 || head.length < 2
  const isZero = values.every((value) => value === 0)
  if (isZero && !isSingle) return unjudged('unchanged', 0, 'every value is zero on both sides')
  if (values.includes(0))
    return unjudged('inconclusive', null, 'a value is zero; a change from or to zero has no ratio')
  if (!isSingle) return null
  const effect = shareOf(mean(head.map(Math.log)) - mean(base.map(Math.log)))
  return unjudged('inconclusive', effect, 'a single run on a side shows no spread to judge by; run it again')
}

function judgeMeasured(request: PairRequest, minEffect: number): PairAnswer {
  const sign = request.lower_is_better === false ? -1 : 1
  const toLogTime = (value: number): number => sign * Math.log(value)
  const sides = { base: request.base.map(toLogTime), head: request.head.map(toLogTime) }
  const prior = noisePrior(request.history ?? [])
  const ratio = estimateLogRatio(sides.base, sides.head, request.design ?? 'interleaved', prior)
  const rule = request.max_runs === undefined ? singleLookRule : sequentialRule
  const answer = {
    verdict: decide(rule, sides, ratio, minEffect),
    effect: shareOf(sign * ratio.estimate) + 0,
    interval: intervalOf(ratio, sign),
    resolution: resolutionOf(rule, sides, ratio, minEffect),
  }
  return { ...answer, reason: explainPair(answer, request, Math.expm1(minEffect)) }
}

function decide(rule: PairRule, { base, head }: Sides, ratio: LogRatio, minEffect: number): PairVerdict {
  const leaning = rule(ratio, minEffect)
  if (leaning === 'slower') return rankProbability(base, head) <= rankLevel ? 'regression' : 'inconclusive'
  const mirrored = { ...ratio, estimate: -ratio.estimate }
  if (rule(mirrored, minEffect) === 'slower' && rankProbability(head, base) <= rankLevel) return 'improvement'
  return leaning === 'not slower' ? 'unchanged' : 'inconclusive'
}

function intervalOf({ estimate, standardError, degreesOfFreedom }: LogRatio, sign: number): [number, number] {
  const margin = studentQuantile((1 + confidence) / 2, degreesOfFreedom) * standardError
  return [shareOf(sign * estimate - margin), shareOf(sign * estimate + margin)]
}

/** Null where not even complete separation would pass the rank test. */
function resolutionOf(rule: PairRule, { base, head }: Sides, ratio: LogRatio, minEffect: number): number | null {
  const separated = separationProbability(base.length, head.length)
  return separated <= rankLevel ? shareOf(smallestSlower(rule, ratio, minEffect)) : null
}

function unjudged(verdict: PairVerdict, effect: number | null, reason: string): PairAnswer {
  return { verdict, effect, interval: null, resolution: null, reason }
}

/** A relative change from the log of a ratio; kept finite, since JSON has no infinity. */
function shareOf(logRatio: number): number {
  return Math.min(Number.MAX_VALUE, Math.expm1(logRatio))
}

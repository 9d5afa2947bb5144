import type { Metric } from '../../core/metric.ts'
import { allocationStep, isStepped, stepText } from './allocation-step.ts'
import { median } from '../noise/centre.ts'
import { finiteShare } from '../noise/finite-share.ts'
import { judgeRatio, withoutRatio } from './judge-pair.ts'
import { clearEffectOf, minEffectOf } from './measure-pair.ts'
import type { PairAnswer, PairRequest, PairVerdict } from './pair.ts'
import { effectText, runsText, signedEffect } from './pair-reason.ts'
import { wordsFor } from './pair-words.ts'
import { rankLevel, rankProbability, separationProbability } from './rank-test.ts'

/**
 * Memory comes in steps of the allocator: equal programs may differ by one, and the spread of a few runs says nothing of
 * the error. Where the runs of each side lie within two steps, their ranges, widened by one step, are the interval, and a
 * change needs ranges apart, the full minimum effect and the rank test. Runs that scatter further are judged by their
 * ratio, but a change of no more than a step is none.
 */
export function judgeMemory(metric: Metric, request: PairRequest): PairAnswer {
  minEffectOf(request)
  const refusal = withoutRatio(request)
  if (refusal) return refusal
  const step = allocationStep(metric, request)
  return isStepped(request, step) ? judgeRanges(metric, request, step) : judgeScattered(metric, request, step)
}

function judgeScattered(metric: Metric, request: PairRequest, step: number): PairAnswer {
  const answer = judgeRatio(request, wordsFor(metric))
  const isChange = answer.verdict === 'regression' || answer.verdict === 'improvement'
  if (!isChange || Math.abs(median(request.head) - median(request.base)) > step) return answer
  const seen = `${signedEffect(answer.effect ?? 0, '%')} (${runsText(request)})`
  const reason = `${seen}: no more than one allocation step of ${stepText(metric, step)}, which is no proof of a change`
  return { ...answer, verdict: 'inconclusive', reason }
}

/** Logs, with the sign that makes larger worse. */
type Ranges = {
  readonly base: readonly number[]
  readonly head: readonly number[]
  readonly estimate: number
  /** The least and the most that head lies above base, each a step further out. */
  readonly low: number
  readonly high: number
}

function judgeRanges(metric: Metric, request: PairRequest, step: number): PairAnswer {
  const sign = request.lower_is_better === false ? -1 : 1
  const ranges = rangesOf(request, step, sign)
  const minEffect = minEffectOf(request)
  const ends = [ranges.low, ranges.high].map((end) => finiteShare(sign * end) + 0).toSorted((a, b) => a - b)
  const isEnough = separationProbability(request.base.length, request.head.length) <= rankLevel
  const numbers = {
    verdict: decide(ranges, Math.log1p(minEffect), Math.log1p(clearEffectOf(request))),
    effect: finiteShare(sign * ranges.estimate) + 0,
    interval: [ends[0] ?? 0, ends[1] ?? 0],
    excluded: finiteShare(Math.max(0, ranges.high)),
    resolution: isEnough ? Math.max(minEffect, finiteShare(ranges.estimate - ranges.low)) : null,
  } as const
  return { ...numbers, reason: explain(numbers, { metric, request, step }) }
}

function rangesOf(request: PairRequest, step: number, sign: 1 | -1): Ranges {
  const placeOf = (value: number): number => sign * Math.log(value)
  const [base, head] = [request.base.map(placeOf), request.head.map(placeOf)]
  const margin = Math.log1p(step / Math.min(...request.base, ...request.head))
  return {
    base,
    head,
    estimate: median(head) - median(base),
    low: Math.min(...head) - Math.max(...base) - margin,
    high: Math.max(...head) - Math.min(...base) + margin,
  }
}

function decide({ base, head, estimate, low, high }: Ranges, minEffect: number, clearEffect: number): PairVerdict {
  const isAtLeast = Math.abs(estimate) >= minEffect
  if (low > 0 && isAtLeast && rankProbability(base, head) <= rankLevel) return 'regression'
  if (high < 0 && isAtLeast && rankProbability(head, base) <= rankLevel) return 'improvement'
  return high < clearEffect ? 'unchanged' : 'inconclusive'
}

type Asked = { readonly metric: Metric; readonly request: PairRequest; readonly step: number }

function explain(numbers: Omit<PairAnswer, 'reason'>, { metric, request, step }: Asked): string {
  const [low, high] = numbers.interval ?? [0, 0]
  const ends = `${signedEffect(low, '%')} to ${signedEffect(high, '%')}`
  const within = step > 0 ? ` with one allocation step of ${stepText(metric, step)}` : ''
  const seen = `${signedEffect(numbers.effect ?? 0, '%')} (ranges ${ends}${within}, ${runsText(request)})`
  return `${seen}: ${conclusion(numbers, metric, request)}`
}

function conclusion({ verdict, resolution }: Omit<PairAnswer, 'reason'>, metric: Metric, request: PairRequest): string {
  const limit = effectText(minEffectOf(request), '%')
  const { worse, better, loss } = wordsFor(metric)
  switch (verdict) {
    case 'regression':
    case 'improvement':
      return `${verdict === 'regression' ? worse : better} by at least the minimum effect of ${limit}, and the sides do not meet`
    case 'unchanged':
      return `${loss} of ${effectText(clearEffectOf(request), '%')} is ruled out`
    case 'inconclusive': {
      const reach =
        resolution === null
          ? `so few runs cannot show ${loss}`
          : `these runs could have shown ${loss} of ${effectText(resolution, '%')}`
      return `does not settle whether it is ${worse} by ${limit}; ${reach}`
    }
    default:
      return verdict satisfies never
  }
}

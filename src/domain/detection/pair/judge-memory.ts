import type { Metric } from '../../core/metric.ts'
import { estimateAllocationStep, isStepped, formatStep } from './allocation-step.ts'
import { computeMedian } from '../noise/center.ts'
import { toFiniteShare } from '../noise/finite-share.ts'
import { judgeRatio, answerWithoutRatio } from './judge-pair.ts'
import { readClearEffect, readMinEffect } from './measure-pair.ts'
import type { PairAnswer, PairRequest, PairVerdict } from './pair.ts'
import { formatEffectSize, formatRuns, formatSignedEffect } from './pair-reason.ts'
import { chooseTerms } from './pair-terms.ts'
import { rankLevel, computeRankProbability, computeSeparationProbability } from './rank-test.ts'

/**
 * Judges memory, which an allocator hands out in steps: equal programs may differ by one step, and the spread of a few
 * runs does not show the error. If the runs of each side lie within two steps, the interval is their ranges widened by
 * one step; a change needs disjoint ranges, the minimum effect and the rank test. Other runs are judged by their ratio,
 * but a change of at most one step does not count.
 */
export function judgeMemory(metric: Metric, request: PairRequest): PairAnswer {
  readMinEffect(request)
  const refusal = answerWithoutRatio(request)
  if (refusal) return refusal
  const step = estimateAllocationStep(metric, request)
  return isStepped(request, step) ? judgeRanges(metric, request, step) : judgeScattered(metric, request, step)
}

function judgeScattered(metric: Metric, request: PairRequest, step: number): PairAnswer {
  const answer = judgeRatio(request, chooseTerms(metric))
  const isChange = answer.verdict === 'regression' || answer.verdict === 'improvement'
  if (!isChange || Math.abs(computeMedian(request.head) - computeMedian(request.base)) > step) return answer
  const summary = `${formatSignedEffect(answer.effect ?? 0, '%')} (${formatRuns(request)})`
  const reason = `${summary}: at most one allocation step of ${formatStep(metric, step)}, which does not prove a change`
  return { ...answer, verdict: 'inconclusive', reason }
}

/** Logs of the values, with the sign that makes larger values worse. */
type LogRanges = {
  readonly base: readonly number[]
  readonly head: readonly number[]
  readonly estimate: number
  /** Smallest and largest difference between head and base, each extended by one step. */
  readonly low: number
  readonly high: number
}

function judgeRanges(metric: Metric, request: PairRequest, step: number): PairAnswer {
  const sign = request.isLowerBetter === false ? -1 : 1
  const ranges = computeRanges(request, step, sign)
  const minEffect = readMinEffect(request)
  const ends = [ranges.low, ranges.high].map((end) => toFiniteShare(sign * end) + 0).toSorted((a, b) => a - b)
  const isEnough = computeSeparationProbability(request.base.length, request.head.length) <= rankLevel
  const numbers = {
    verdict: decide(ranges, Math.log1p(minEffect), Math.log1p(readClearEffect(request))),
    effect: toFiniteShare(sign * ranges.estimate) + 0,
    interval: [ends[0] ?? 0, ends[1] ?? 0],
    excluded: toFiniteShare(Math.max(0, ranges.high)),
    resolution: isEnough ? Math.max(minEffect, toFiniteShare(ranges.estimate - ranges.low)) : null,
  } as const
  return { ...numbers, reason: explain(numbers, { metric, request, step }) }
}

function computeRanges(request: PairRequest, step: number, sign: 1 | -1): LogRanges {
  const toScale = (value: number): number => sign * Math.log(value)
  const [base, head] = [request.base.map(toScale), request.head.map(toScale)]
  const margin = Math.log1p(step / Math.min(...request.base, ...request.head))
  return {
    base,
    head,
    estimate: computeMedian(head) - computeMedian(base),
    low: Math.min(...head) - Math.max(...base) - margin,
    high: Math.max(...head) - Math.min(...base) + margin,
  }
}

function decide({ base, head, estimate, low, high }: LogRanges, minEffect: number, clearEffect: number): PairVerdict {
  const isAtLeast = Math.abs(estimate) >= minEffect
  if (low > 0 && isAtLeast && computeRankProbability(base, head) <= rankLevel) return 'regression'
  if (high < 0 && isAtLeast && computeRankProbability(head, base) <= rankLevel) return 'improvement'
  return high < clearEffect ? 'unchanged' : 'inconclusive'
}

type MemoryRequest = { readonly metric: Metric; readonly request: PairRequest; readonly step: number }

function explain(numbers: Omit<PairAnswer, 'reason'>, { metric, request, step }: MemoryRequest): string {
  const [low, high] = numbers.interval ?? [0, 0]
  const ends = `${formatSignedEffect(low, '%')} to ${formatSignedEffect(high, '%')}`
  const within = step > 0 ? ` with one allocation step of ${formatStep(metric, step)}` : ''
  const summary = `${formatSignedEffect(numbers.effect ?? 0, '%')} (ranges ${ends}${within}, ${formatRuns(request)})`
  return `${summary}: ${formatConclusion(numbers, metric, request)}`
}

function formatConclusion(
  { verdict, resolution }: Omit<PairAnswer, 'reason'>,
  metric: Metric,
  request: PairRequest,
): string {
  const limit = formatEffectSize(readMinEffect(request), '%')
  const { worse, better, loss } = chooseTerms(metric)
  switch (verdict) {
    case 'regression':
    case 'improvement':
      return `${verdict === 'regression' ? worse : better} by at least the minimum effect of ${limit}, and the ranges do not overlap`
    case 'unchanged':
      return `${loss} of ${formatEffectSize(readClearEffect(request), '%')} is ruled out`
    case 'inconclusive': {
      const reach =
        resolution === null
          ? `too few runs to detect ${loss}`
          : `these runs can detect ${loss} of ${formatEffectSize(resolution, '%')}`
      return `undecided whether it is ${worse} by ${limit}; ${reach}`
    }
    default:
      return verdict satisfies never
  }
}

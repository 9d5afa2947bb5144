import type { Metric } from '../../core/metric.ts'
import { judgeRatio } from './judge-pair.ts'
import { readMinEffect } from './measure-pair.ts'
import type { PairAnswer, PairRequest } from './pair.ts'
import { formatRuns, formatSignedEffect } from './pair-reason.ts'
import { chooseTerms } from './pair-terms.ts'
import { rankLevel, computeSeparationProbability } from './rank-test.ts'
import { createUnjudgedAnswer, answerWithoutRuns } from './unjudged.ts'

/**
 * Compares counts that are constant on each side exactly: any change is a regression or an improvement, whatever the
 * minimum effect, once there are enough runs (three per side) to conclude that they are constant. Counts that vary, in
 * the runs or in the history, are judged by their ratio. A change from zero has a verdict, but no effect.
 */
export function judgeCount(metric: Metric, request: PairRequest): PairAnswer {
  readMinEffect(request)
  const { base, head } = request
  const empty = answerWithoutRuns(base, head)
  if (empty) return empty
  const unusable = [...base, ...head].find((value) => !Number.isFinite(value) || value < 0)
  if (unusable !== undefined)
    return createUnjudgedAnswer('inconclusive', null, `a value is ${unusable}; a count is a number of zero or more`)
  return isConstant(request) ? compareExactly(metric, request) : judgeRatio(request, chooseTerms(metric))
}

/** Whether all runs of each side and of each session are equal. */
export function isConstant({ base, head, history = [] }: PairRequest): boolean {
  return [base, head, ...history].every((values) => values.every((value) => value === values[0]))
}

function compareExactly(metric: Metric, request: PairRequest): PairAnswer {
  const [from = 0, to = 0] = [request.base[0], request.head[0]]
  const effect = computeEffect(from, to)
  const summary = describeCounts(from, to, request)
  if (request.base.length < 2 || request.head.length < 2)
    return createUnjudgedAnswer(
      'inconclusive',
      effect,
      `${summary}: a single run on a side does not show that it is constant`,
    )
  const figures = { effect, interval: effect === null ? null : ([effect, effect] as const) }
  const isBelievable = computeSeparationProbability(request.base.length, request.head.length) <= rankLevel
  const resolution = isBelievable ? computeSmallestStep(from) : null
  if (from === to)
    return { verdict: 'unchanged', ...figures, resolution, excluded: 0, reason: `${summary}: constant in all runs` }
  if (!isBelievable)
    return {
      verdict: 'inconclusive',
      ...figures,
      resolution,
      excluded: null,
      reason: `${summary}: too few runs to show that it is constant`,
    }
  const { worse, better } = chooseTerms(metric)
  const isWorse = to > from === (metric.betterWhen === 'lower')
  const reason = `${summary}: ${isWorse ? worse : better}; constant counts are compared exactly`
  const excluded = isWorse ? null : 0
  return { verdict: isWorse ? 'regression' : 'improvement', ...figures, resolution, excluded, reason }
}

function computeEffect(from: number, to: number): number | null {
  if (from === to) return 0
  return from === 0 ? null : Math.min(Number.MAX_VALUE, to / from - 1)
}

/** The relative effect of a difference of one for whole numbers; 0 for other numbers, where any change counts. */
function computeSmallestStep(from: number): number | null {
  if (from === 0) return null
  return Number.isInteger(from) ? 1 / from : 0
}

function describeCounts(from: number, to: number, request: PairRequest): string {
  if (from === to) return `${from} on both sides (${formatRuns(request)})`
  const effect = computeEffect(from, to)
  const change = effect === null ? '' : `${formatSignedEffect(effect, '%')}, `
  return `from ${from} to ${to} (${change}${formatRuns(request)})`
}

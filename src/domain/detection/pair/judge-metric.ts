import {
  type AnswerTerms,
  type MetricRequest,
  type PairAnswer,
  type PairRequest,
  chooseTerms,
  toFiniteShare,
  ratioScale,
  speedTerms,
  type PairTerms,
  singleRunReason,
  createUnjudgedAnswer,
  answerWithoutRuns,
  isPart,
  createPointScale,
} from './pair.ts'
import { inferMetricKind, memoryUnits, type Metric } from '../../core/metric.ts'
import { computeMean } from '../../core/statistics.ts'
import { weighOnScale, formatRuns, formatSignedEffect, formatEffectSize } from './judge-on-scale.ts'
import { readMinEffect, readClearEffect, type PairEvidence } from './pair-rule.ts'
import { computeSeparationProbability, rankLevel, computeRankProbability } from '../noise/probabilities.ts'
import { computeMedian } from '../noise/order-statistics.ts'

/** Judges two sides of a metric on the terms of the request; `weighMetric` returns evidence for several terms. */
export function judgeMetric(metric: Metric, request: MetricRequest): PairAnswer {
  return weighMetric(metric, request).answer(request)
}

/**
 * Judges whether head is slower than base by the minimum effect. Works on logs of times (rates inverted), so neither
 * unit nor direction matters. A regression or an improvement needs both the parametric rule and a rank test. Values
 * without a ratio, and sides with fewer than two runs, are inconclusive with a reason.
 *
 * @throws RangeError when minEffect is not a number of zero or more, or gates not one of one or more
 */
export function judgePair(request: PairRequest): PairAnswer {
  return weighRatio(request, speedTerms).answer(request)
}

/**
 * Weighs two sides by the rule for the metric's kind: times, rates and unknown quantities by their ratio, counts
 * exactly where they are constant, memory with a tolerance for allocator steps, shares by their difference. Effects of
 * shares are in points (0.05 for five), all others are relative to the base.
 *
 * @throws RangeError when minEffect is not a number of zero or more, or gates not one of one or more
 */
export function weighMetric(metric: Metric, input: MetricRequest): PairEvidence {
  const request = { ...input, isLowerBetter: metric.betterWhen === 'lower' }
  readMinEffect(request)
  const kind = inferMetricKind(metric)
  switch (kind) {
    case 'count':
      return weighCount(metric, request)
    case 'memory':
      return weighMemory(metric, request)
    case 'share':
      return weighShare(metric, request)
    case 'duration':
    case 'rate':
    case null:
      return weighRatio(request, chooseTerms(metric))
    default:
      return kind satisfies never
  }
}

function weighRatio(request: PairRequest, terms: PairTerms): PairEvidence {
  readMinEffect(request)
  const refusal = answerWithoutRatio(request)
  return refusal ? withoutNoise(request, refusal) : weighOnScale(request, ratioScale, terms)
}

/** An answer that depends neither on the noise nor on the terms. */
function withoutNoise(request: PairRequest, answer: PairAnswer): PairEvidence {
  return { request, measured: null, answer: () => answer }
}

/** The answer for values that have no ratio of logs; null when they have one. */
export function answerWithoutRatio({ base, head, isLowerBetter }: PairRequest): PairAnswer | null {
  const values = [...base, ...head]
  const isMeasured = base.length > 1 && head.length > 1
  const unusable = values.find((value) => !Number.isFinite(value) || value < 0)
  const empty = answerWithoutRuns(base, head)
  if (empty) return empty
  if (unusable !== undefined)
    return createUnjudgedAnswer('inconclusive', null, `a value is ${unusable}; only positive numbers have a ratio`)
  if (values.includes(0)) {
    // A rate that is zero in all runs of the head, and was not in any of the base, is the largest loss.
    const isLost = isLowerBetter === false && !base.includes(0) && head.every((value) => value === 0)
    if (isLost && computeSeparationProbability(base.length, head.length) <= rankLevel)
      return createUnjudgedAnswer('regression', -1, 'every value of the head is zero')
    return isMeasured && values.every((value) => value === 0)
      ? createUnjudgedAnswer('unchanged', 0, 'every value is zero on both sides')
      : createUnjudgedAnswer('inconclusive', null, 'a value is zero; a change from or to zero has no ratio')
  }
  if (isMeasured) return null
  const effect = toFiniteShare(computeMean(head.map(Math.log)) - computeMean(base.map(Math.log)))
  return createUnjudgedAnswer('inconclusive', effect, singleRunReason)
}

/**
 * Weighs shares by their difference in points: `minEffect`, effect, interval and resolution are 0.03 for three points.
 * Zero and 100 % are valid; values outside of the range are inconclusive.
 */
function weighShare(metric: Metric, request: PairRequest): PairEvidence {
  const { base, head } = request
  const fullValue = metric.unit === '%' ? 100 : 1
  const refuse = (effect: number | null, reason: string) =>
    withoutNoise(request, createUnjudgedAnswer('inconclusive', effect, reason))
  const empty = answerWithoutRuns(base, head)
  if (empty) return withoutNoise(request, empty)
  const unusable = [...base, ...head].find((value) => !isPart(value, fullValue))
  if (unusable !== undefined) return refuse(null, `a value is ${unusable}; a share lies between 0 and ${fullValue}`)
  if (base.length > 1 && head.length > 1) return weighOnScale(request, createPointScale(fullValue), chooseTerms(metric))
  return refuse((computeMean(head) - computeMean(base)) / fullValue, singleRunReason)
}

/**
 * Compares counts that are constant on each side exactly: any change is a regression or an improvement, whatever the
 * minimum effect, once there are enough runs (three per side) to conclude that they are constant. Counts that vary, in
 * the runs or in the history, are judged by their ratio. A change from zero has a verdict, but no effect.
 */
function weighCount(metric: Metric, request: PairRequest): PairEvidence {
  const { base, head, history = [] } = request
  const empty = answerWithoutRuns(base, head)
  if (empty) return withoutNoise(request, empty)
  const unusable = [...base, ...head].find((value) => !Number.isFinite(value) || value < 0)
  if (unusable !== undefined) {
    const reason = `a value is ${unusable}; a count is a number of zero or more`
    return withoutNoise(request, createUnjudgedAnswer('inconclusive', null, reason))
  }
  const isConstant = [base, head, ...history].every((values) => values.every((value) => value === values[0]))
  return isConstant ? withoutNoise(request, compareExactly(metric, request)) : weighRatio(request, chooseTerms(metric))
}

function computeEffect(from: number, to: number): number | null {
  if (from === to) return 0
  return from === 0 ? null : Math.min(Number.MAX_VALUE, to / from - 1)
}

/** The effect of a difference of one for whole numbers; 0 for other numbers, where any change counts. */
function computeSmallestStep(from: number): number | null {
  if (from === 0) return null
  return Number.isInteger(from) ? 1 / from : 0
}

function compareExactly(metric: Metric, request: PairRequest): PairAnswer {
  const { base, head } = request
  const [from, to] = [base[0] as number, head[0] as number]
  const effect = computeEffect(from, to)
  const change = effect === null ? '' : `${formatSignedEffect(effect, '%')}, `
  const levels = from === to ? `${from} on both sides (` : `from ${from} to ${to} (${change}`
  const explain = (text: string) => `${levels}${formatRuns(request)}): ${text}`
  const single = 'a single run on a side does not show that it is constant'
  if (Math.min(base.length, head.length) < 2) return createUnjudgedAnswer('inconclusive', effect, explain(single))
  const isBelievable = computeSeparationProbability(base.length, head.length) <= rankLevel
  const interval = effect === null ? null : ([effect, effect] as const)
  const figures = { effect, interval, resolution: isBelievable ? computeSmallestStep(from) : null }
  if (from === to) return { verdict: 'unchanged', ...figures, excluded: 0, reason: explain('constant in all runs') }
  if (!isBelievable) {
    const reason = explain('too few runs to show that it is constant')
    return { verdict: 'inconclusive', ...figures, excluded: null, reason }
  }
  const { worse, better } = chooseTerms(metric)
  const isWorse = to > from === (metric.betterWhen === 'lower')
  const reason = explain(`${isWorse ? worse : better}; constant counts are compared exactly`)
  return { verdict: isWorse ? 'regression' : 'improvement', ...figures, excluded: isWorse ? null : 0, reason }
}

/**
 * Weighs memory, which an allocator hands out in steps: equal programs may differ by one step, and the spread of a few
 * runs does not show the error. If the runs of each side and session lie within two steps, as those of an allocator do
 * and noise does not, the interval is their ranges widened by one step; a change needs disjoint ranges, the minimum
 * effect and the rank test. Other runs are judged by their ratio, but a change of at most one step does not count.
 */
function weighMemory(metric: Metric, request: PairRequest): PairEvidence {
  const refusal = answerWithoutRatio(request)
  if (refusal) return withoutNoise(request, refusal)
  const { base, head, history = [] } = request
  const step = estimateAllocationStep(metric, request)
  const isStepped = [base, head, ...history.filter((session) => session.length > 0)].every(
    (values) => Math.max(...values) - Math.min(...values) <= mostSteps * step * (1 + rounding),
  )
  if (isStepped) return withoutNoise(request, judgeRanges(metric, request, step))
  const scattered = weighOnScale(request, ratioScale, chooseTerms(metric))
  if (Math.abs(computeMedian(head) - computeMedian(base)) > step) return scattered
  const answer = (terms: AnswerTerms): PairAnswer => {
    const found = scattered.answer(terms)
    if (found.verdict !== 'regression' && found.verdict !== 'improvement') return found
    const summary = `${formatSignedEffect(found.effect ?? 0, '%')} (${formatRuns(request)})`
    const reason = `${summary}: at most one allocation step of ${formatStep(metric, step)}, which does not prove a change`
    return { ...found, verdict: 'inconclusive', reason }
  }
  return { ...scattered, answer }
}

/** Judges by the logs of the values, with the sign that makes larger values worse. */
function judgeRanges(metric: Metric, request: PairRequest, step: number): PairAnswer {
  const sign = request.isLowerBetter === false ? -1 : 1
  const toScale = (value: number): number => sign * Math.log(value)
  const [base, head] = [request.base.map(toScale), request.head.map(toScale)]
  const margin = Math.log1p(step / Math.min(...request.base, ...request.head))
  const estimate = computeMedian(head) - computeMedian(base)
  // Smallest and largest difference between head and base, each extended by one step.
  const low = Math.min(...head) - Math.max(...base) - margin
  const high = Math.max(...head) - Math.min(...base) + margin
  const [minEffect, clearEffect] = [readMinEffect(request), readClearEffect(request)]
  const interval = [low, high].map((end) => toFiniteShare(sign * end) + 0).toSorted((a, b) => a - b)
  const isAtLeast = Math.abs(estimate) >= Math.log1p(minEffect)
  const isSlower = low > 0 && isAtLeast && computeRankProbability(base, head) <= rankLevel
  const isFaster = high < 0 && isAtLeast && computeRankProbability(head, base) <= rankLevel
  const isClear = high < Math.log1p(clearEffect)
  const isEnough = computeSeparationProbability(base.length, head.length) <= rankLevel
  const numbers = {
    verdict: isSlower ? 'regression' : isFaster ? 'improvement' : isClear ? 'unchanged' : 'inconclusive',
    effect: toFiniteShare(sign * estimate) + 0,
    interval: interval as [number, number],
    excluded: toFiniteShare(Math.max(0, high)),
    resolution: isEnough ? Math.max(minEffect, toFiniteShare(estimate - low)) : null,
  } as const
  const range = numbers.interval.map((end) => formatSignedEffect(end, '%')).join(' to ')
  const within = step > 0 ? ` with one allocation step of ${formatStep(metric, step)}` : ''
  const summary = `${formatSignedEffect(numbers.effect, '%')} (ranges ${range}${within}, ${formatRuns(request)})`
  return { ...numbers, reason: `${summary}: ${explainRanges(numbers, metric, request)}` }
}

function explainRanges(
  { verdict, resolution }: Pick<PairAnswer, 'verdict' | 'resolution'>,
  metric: Metric,
  request: PairRequest,
): string {
  const limit = formatEffectSize(readMinEffect(request), '%')
  const { worse, better, loss } = chooseTerms(metric)
  if (verdict === 'unchanged') return `${loss} of ${formatEffectSize(readClearEffect(request), '%')} is ruled out`
  if (verdict !== 'inconclusive')
    return `${verdict === 'regression' ? worse : better} by at least the minimum effect of ${limit}, and the ranges do not overlap`
  const reach =
    resolution === null
      ? `too few runs to detect ${loss}`
      : `these runs can detect ${loss} of ${formatEffectSize(resolution, '%')}`
  return `undecided whether it is ${worse} by ${limit}; ${reach}`
}

/** Device memory is mapped in steps of 2 MiB; large host pages have the same size. */
const pageBytes = 2 * 2 ** 20
/** Runs of one side that span more steps than this count as scattered. */
const mostSteps = 2
/** Upper bound of the relative rounding error of values converted from bytes. */
const rounding = 1e-9

/**
 * Estimates how much the memory of equal programs may differ, in the metric's unit: the smallest difference between
 * runs of one side, and at least 2 MiB if every value is larger than that.
 */
function estimateAllocationStep({ unit }: Pick<Metric, 'unit'>, { base, head }: PairRequest): number {
  const page = Object.hasOwn(memoryUnits, unit) ? pageBytes / (memoryUnits[unit] ?? 1) : 0
  const isPaged = Math.min(...base, ...head) >= page
  const differences = [base, head].flatMap((side) => {
    const sorted = side.toSorted((a, b) => a - b)
    return sorted
      .map((value, index) => value - (sorted[index - 1] ?? value))
      .filter((difference, index) => difference > rounding * (sorted[index] ?? 0))
  })
  return Math.max(isPaged ? page : 0, differences.length > 0 ? Math.min(...differences) : 0)
}

/** Formats a step as "2 MiB", or in the metric's unit if that is not a unit of memory. */
function formatStep({ unit }: Pick<Metric, 'unit'>, step: number): string {
  const bytes = step * (Object.hasOwn(memoryUnits, unit) ? (memoryUnits[unit] ?? 1) : Number.NaN)
  if (Number.isNaN(bytes)) return `${Number(step.toPrecision(3))} ${unit}`
  return bytes < 2 ** 20 ? `${Math.round(bytes)} B` : `${Number((bytes / 2 ** 20).toPrecision(3))} MiB`
}

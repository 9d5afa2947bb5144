import { computeStudentProbability } from '../noise/probabilities.ts'
import { computeMean, sumValues } from '../../core/statistics.ts'
import { sumSquaresAboutMean } from '../noise/order-statistics.ts'
import { inferMetricKind, startUpTime, type Metric } from '../../core/metric.ts'
import { weighMetric, answerWithoutRatio } from './judge-metric.ts'
import type { PairEvidence } from './pair-rule.ts'
import { type MetricRequest, type PairAnswer, toFiniteShare, createUnjudgedAnswer } from './pair.ts'
import { formatRuns, formatSignedEffect } from './judge-on-scale.ts'

/** Samples with a covariate of each run. */
export type CovariateSamples = Readonly<Record<'base' | 'head' | 'covariateBase' | 'covariateHead', readonly number[]>>

const fewestRuns = 5
const leastCorrelation = 0.7
/** Significance level of a covariate gap; smaller gaps are chance, which the adjustment corrects. */
const gapLevel = 0.001
/** One for the slope, one for selecting the covariate by its fit. */
const covariateDegrees = 2

/**
 * Removes the influence of a covariate from samples, in logs. Use it only for a covariate that the code under test
 * cannot change: a probe run before the trial, CPU time of other processes. The covariate is used when it correlates
 * with the values inside the sides; this choice ignores the difference between the sides. A covariate that differs
 * significantly between the sides (t test) may be an effect of the change, so it is not used. Null: not used. Judge the
 * adjusted samples without the history, which is not adjusted.
 *
 * Measured on normal noise of 5 % (10,000 pairs, one look): with r = 0.9 and 5, 6, 8 runs a slowdown of 5 % is found in
 * 59, 70, 86 % of pairs instead of 17, 19, 23 %, at 1.2, 0.8, 0.6 % false alarms instead of 1.4, 1.2, 0.7 %. With a
 * true correlation of 0.5 to 0.7 the choice by fit adds 0.2 to 0.35 points of false alarms.
 */
export function adjustForCovariate(sides: CovariateSamples) {
  const { base: ofBase, head: ofHead } = sides
  if (!isAdjustable(sides) || Math.min(ofBase.length, ofHead.length) < fewestRuns) return null
  const [base, head] = buildArms(sides)
  const fit = fitWithinArms(base, head)
  if (Math.abs(fit.correlation) < leastCorrelation) return null
  const degrees = ofBase.length + ofHead.length - 2
  const variance = (fit.covariateSquares / degrees) * (1 / ofBase.length + 1 / ofHead.length)
  const gap = 2 * computeStudentProbability(-Math.abs(fit.covariateGap) / Math.sqrt(variance), degrees)
  if (gap < gapLevel) return null
  const [adjustedBase, adjustedHead] = adjustToCommonCovariate(base, head, fit, covariateDegrees)
  return { base: adjustedBase.map(Math.exp), head: adjustedHead.map(Math.exp), correlation: fit.correlation }
}

/**
 * Whether a covariate may become usable with up to `maxRuns` runs per side: there are too few runs now, and its
 * correlation so far is high enough.
 */
export function mayAdjustLater(sides: CovariateSamples, maxRuns: number): boolean {
  const isTooEarly = Math.min(sides.base.length, sides.head.length) < fewestRuns && maxRuns >= fewestRuns
  if (!isTooEarly || sides.base.length === 0 || sides.head.length === 0 || !isAdjustable(sides)) return false
  return Math.abs(fitWithinArms(...buildArms(sides)).correlation) >= leastCorrelation
}

/** Whether every run has a covariate, and a value with a logarithm. */
function isAdjustable({ base, head, covariateBase, covariateHead }: CovariateSamples): boolean {
  if (covariateBase.length !== base.length || covariateHead.length !== head.length) return false
  const isPositive = [...base, ...head].every((value) => value > 0 && Number.isFinite(value))
  return isPositive && [...covariateBase, ...covariateHead].every(Number.isFinite)
}

function buildArms({ base, head, covariateBase, covariateHead }: CovariateSamples): [base: Arm, head: Arm] {
  const isPositive = [...covariateBase, ...covariateHead].every((value) => value > 0)
  const toScale = (value: number): number => (isPositive ? Math.log(value) : value)
  return [
    { values: base.map(Math.log), covariate: covariateBase.map(toScale) },
    { values: head.map(Math.log), covariate: covariateHead.map(toScale) },
  ]
}

/** Values of one arm with the covariate of each run. */
type Arm = { readonly values: readonly number[]; readonly covariate: readonly number[] }

/** Regression of values on a covariate inside the arms, with one common slope. */
type WithinArmFit = {
  readonly slope: number
  /** Correlation of values and covariate around the means of their arms; 0 when either is constant. */
  readonly correlation: number
  /** Mean covariate of head minus that of base. */
  readonly covariateGap: number
  /** Sum of squares of the covariate around the means of its arms. */
  readonly covariateSquares: number
}

/** Least squares inside the arms; the difference between the arms has no influence. */
function fitWithinArms(base: Arm, head: Arm): WithinArmFit {
  const covariateSquares = sumSquaresAboutMean(base.covariate) + sumSquaresAboutMean(head.covariate)
  const valueSquares = sumSquaresAboutMean(base.values) + sumSquaresAboutMean(head.values)
  const products = sumProductsAboutMeans(base) + sumProductsAboutMeans(head)
  const covariateGap = computeMean(head.covariate) - computeMean(base.covariate)
  if (!(covariateSquares > 0) || !(valueSquares > 0))
    return { slope: 0, correlation: 0, covariateGap, covariateSquares }
  return {
    slope: products / covariateSquares,
    correlation: products / Math.sqrt(covariateSquares * valueSquares),
    covariateGap,
    covariateSquares,
  }
}

/**
 * Adjusts both arms to a common covariate by analysis of covariance (Fisher, Statistical Methods for Research Workers,
 * 4th ed. 1932; Cochran, Biometrics 13, 1957). The residual spread is widened for the spent degrees of freedom and for
 * the uncertainty of the slope times the gap, so that a test on the adjusted values as plain runs accounts for both.
 */
function adjustToCommonCovariate(
  base: Arm,
  head: Arm,
  { slope, covariateGap, covariateSquares }: WithinArmFit,
  spentDegrees: number,
): [base: number[], head: number[]] {
  const center = (computeMean(base.covariate) + computeMean(head.covariate)) / 2
  const degrees = base.values.length + head.values.length - 2
  const leverage = covariateGap ** 2 / covariateSquares / (1 / base.values.length + 1 / head.values.length)
  const widening = Math.sqrt((degrees / (degrees - spentDegrees)) * (1 + leverage))
  return [base, head].map(({ values, covariate }) => {
    const level = computeMean(values) - slope * (computeMean(covariate) - center)
    const moved = values.map((value, index) => value - slope * ((covariate[index] ?? center) - center))
    return moved.map((value) => level + widening * (value - level))
  }) as [number[], number[]]
}

function sumProductsAboutMeans({ values, covariate }: Arm): number {
  const [valueMean, covariateMean] = [computeMean(values), computeMean(covariate)]
  return values.reduce((sum, value, index) => sum + (value - valueMean) * ((covariate[index] ?? 0) - covariateMean), 0)
}

/** GPU clock of each run in MHz, in run order. */
export type RunClocks = { readonly base: readonly number[]; readonly head: readonly number[] }

/** Evidence with the clock states of the runs; null: one state, or a metric that does not depend on it. */
export type EvidenceByClock = PairEvidence & {
  /** The states that it was compared in. */
  readonly states: ClockStates | null
  /** Mean clocks of base and head, where the clock follows the side and is judged as an effect of the code. */
  readonly clocksOfSides: readonly [base: number, head: number] | null
}

/** Runs per side from which two separate clocks are an effect of the code; fewer are chance or drift. */
const fewestSeparateRuns = 6
/** One-sided significance level at which the clock follows the side (Fisher's exact test). */
const followsLevel = 0.025

/**
 * Weighs a time or a rate whose runs took place at two clocks of the device: base and head are compared inside each
 * state, and the differences are combined. A clock that follows the side is an effect of the code if the sides ran in
 * random order, such as a head that draws more power: the times are compared as they are. If each side ran in a different
 * state in too few runs to tell, code and clock cannot be separated: inconclusive, with the effect in cycles. With one
 * state, or for a metric that does not depend on the clock, same as `weighMetric`.
 */
export function weighWithinStates(metric: Metric, input: MetricRequest, clocks: RunClocks): EvidenceByClock {
  const kind = inferMetricKind(metric)
  const isKnown = clocks.base.length === input.base.length && clocks.head.length === input.head.length
  // Before the first work on the GPU its clock has no effect.
  const hasRatio =
    isKnown &&
    metric.name !== startUpTime.name &&
    (kind === 'duration' || kind === 'rate') &&
    !answerWithoutRatio({ ...input, isLowerBetter: metric.betterWhen === 'lower' })
  const states = hasRatio ? splitClockStates([...clocks.base, ...clocks.head]) : null
  const plain = { ...weighMetric(metric, input), states: null, clocksOfSides: null }
  if (states === null) return plain
  const clocksOfSides = [computeMean(clocks.base), computeMean(clocks.head)] as const
  if (doesClockFollow(states, input)) return { ...plain, clocksOfSides }
  const places = states.isHigh.map(Number)
  const base = { values: input.base.map(Math.log), covariate: places.slice(0, input.base.length) }
  const head = { values: input.head.map(Math.log), covariate: places.slice(input.base.length) }
  const fit = fitWithinArms(base, head)
  // Each side ran in a different state.
  if (fit.covariateSquares === 0) return { ...plain, answer: () => answerConfounded(metric, input, clocks) }
  const [inBase, inHead] = adjustToCommonCovariate(base, head, fit, 1)
  const within = weighMetric(metric, { ...input, base: inBase.map(Math.exp), head: inHead.map(Math.exp) })
  return { ...within, states, clocksOfSides: null }
}

/** Whether the low clock is more frequent on one side than the random order of the runs explains. */
function doesClockFollow({ isHigh }: ClockStates, { base, design = 'interleaved' }: MetricRequest): boolean {
  if (design !== 'interleaved') return false
  const [ofBase, ofHead] = [isHigh.slice(0, base.length), isHigh.slice(base.length)]
  const [lowBase, lowHead] = [ofBase, ofHead].map((side) => side.filter((high) => !high).length) as [number, number]
  const isSeparate = new Set(ofBase).size === 1 && new Set(ofHead).size === 1
  if (isSeparate) return Math.min(ofBase.length, ofHead.length) >= fewestSeparateRuns
  return computeSideProbability([lowBase, ofBase.length], [lowHead, ofHead.length]) <= followsLevel
}

type Count = readonly [low: number, runs: number]

/**
 * Probability that chance gives one side as many of the runs with the low clock as one of the sides has, or more:
 * Fisher's exact test, one-sided (Statistical Methods for Research Workers, 5th ed. 1934).
 */
function computeSideProbability([lowBase, base]: Count, [lowHead, head]: Count): number {
  const low = lowBase + lowHead
  const sumFrom = ([least, runs]: Count, others: number): number =>
    sumValues(
      Array.from({ length: low - least + 1 }, (_, more) =>
        Math.exp(logChoose(runs, least + more) + logChoose(others, low - least - more) - logChoose(runs + others, low)),
      ),
    )
  return Math.min(sumFrom([lowHead, head], base), sumFrom([lowBase, base], head))
}

/** Logarithm of the number of ways to choose `some` of `all`; minus infinity if there is none. */
function logChoose(all: number, some: number): number {
  if (some < 0 || some > all) return Number.NEGATIVE_INFINITY
  return sumValues(Array.from({ length: some }, (_, index) => Math.log((all - index) / (index + 1))))
}

function answerConfounded(metric: Metric, input: MetricRequest, clocks: RunClocks): PairAnswer {
  // Cycles are time × clock, and rate / clock.
  const power = inferMetricKind(metric) === 'rate' ? -1 : 1
  const change = computeMeanLog(input.head) - computeMeanLog(input.base)
  const clockChange = computeMeanLog(clocks.head) - computeMeanLog(clocks.base)
  const inCycles = toFiniteShare(change + power * clockChange)
  const [from, to] = [computeMean(clocks.base), computeMean(clocks.head)].map(Math.round)
  const what = power === 1 ? 'in clock cycles it is' : 'per clock cycle it is'
  const summary = `${formatSignedEffect(toFiniteShare(change), '%')} (${formatRuns(input)})`
  const reason = `${summary}: base ran at ${from} MHz and head at ${to} MHz, so the clock may explain the difference; ${what} ${formatSignedEffect(inCycles, '%')}`
  return createUnjudgedAnswer('inconclusive', toFiniteShare(change), reason)
}

function computeMeanLog(values: readonly number[]): number {
  return computeMean(values.map(Math.log))
}

/** Two clock rates between which power or heat management switched a device. */
type ClockStates = {
  /** Mean clock of each state, in the unit of the input. */
  readonly low: number
  readonly high: number
  /** For each run, in input order: whether it ran in the higher state. */
  readonly isHigh: readonly boolean[]
}

/** Minimum gap as a share of the clock; smaller gaps are jitter of one state. */
const leastGap = 0.03

/**
 * Splits runs into two clock states at the widest gap, which must be at least 3 % and wider than the spread inside each
 * state. Returns null for a single state, for a drift, and when the clock of any run is unknown.
 */
export function splitClockStates(clocks: readonly number[]): ClockStates | null {
  if (clocks.length < 2 || !clocks.every((clock) => clock > 0 && Number.isFinite(clock))) return null
  const sorted = clocks.toSorted((a, b) => a - b)
  const steps = sorted.slice(1).map((clock, index) => Math.log(clock / (sorted[index] ?? clock)))
  const gap = Math.max(...steps)
  const below = sorted.slice(0, steps.indexOf(gap) + 1)
  const above = sorted.slice(below.length)
  const spreads = [below, above].map((state) => Math.log((state.at(-1) ?? 1) / (state[0] ?? 1)))
  if (gap < Math.log1p(leastGap) || gap <= Math.max(...spreads)) return null
  const boundary = above[0] ?? Number.POSITIVE_INFINITY
  return { low: computeMean(below), high: computeMean(above), isHigh: clocks.map((clock) => clock >= boundary) }
}

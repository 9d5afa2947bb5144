import { computeStudentProbability } from '../noise/probabilities.ts'
import { computeMean } from '../../core/statistics.ts'
import { sumSquaresAboutMean } from '../noise/order-statistics.ts'
import { inferMetricKind, type Metric } from '../../core/metric.ts'
import { weighMetric, answerWithoutRatio } from './judge-metric.ts'
import type { PairEvidence } from './pair-rule.ts'
import { type MetricRequest, type PairAnswer, toFiniteShare, createUnjudgedAnswer } from './pair.ts'
import { formatRuns, formatSignedEffect } from './judge-on-scale.ts'

/** Samples with a covariate of each run. */
export type CovariateSamples = Readonly<Record<'base' | 'head' | 'covariateBase' | 'covariateHead', readonly number[]>>

/** Adjusted samples in the unit of the metric, in run order. Judge them without the history, which is not adjusted. */
export type AdjustedSamples = {
  readonly base: readonly number[]
  readonly head: readonly number[]
  /** Correlation inside the sides. */
  readonly correlation: number
}

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
 * significantly between the sides may be an effect of the change, so it is not used.
 *
 * Measured on normal noise of 5 % (10,000 pairs, one look): with r = 0.9 and 5, 6, 8 runs a slowdown of 5 % is found in
 * 59, 70, 86 % of pairs instead of 17, 19, 23 %, at 1.2, 0.8, 0.6 % false alarms instead of 1.4, 1.2, 0.7 %. With a
 * true correlation of 0.5 to 0.7 the choice by fit adds 0.2 to 0.35 points of false alarms.
 */
export function adjustForCovariate(sides: CovariateSamples): AdjustedSamples | null {
  if (!isAdjustable(sides) || Math.min(sides.base.length, sides.head.length) < fewestRuns) return null
  const [base, head] = buildArms(sides)
  const fit = fitWithinArms(base, head)
  if (Math.abs(fit.correlation) < leastCorrelation || computeGapProbability(base, head, fit) < gapLevel) return null
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

/** P value of a two-sided t test on the covariate. */
function computeGapProbability(base: Arm, head: Arm, { covariateGap, covariateSquares }: WithinArmFit): number {
  const degrees = base.values.length + head.values.length - 2
  const variance = (covariateSquares / degrees) * (1 / base.values.length + 1 / head.values.length)
  return 2 * computeStudentProbability(-Math.abs(covariateGap) / Math.sqrt(variance), degrees)
}

/** Values of one arm with the covariate of each run. */
export type Arm = { readonly values: readonly number[]; readonly covariate: readonly number[] }

/** Regression of values on a covariate inside the arms, with one common slope. */
export type WithinArmFit = {
  readonly slope: number
  /** Correlation of values and covariate around the means of their arms; 0 when either is constant. */
  readonly correlation: number
  /** Mean covariate of head minus that of base. */
  readonly covariateGap: number
  /** Sum of squares of the covariate around the means of its arms. */
  readonly covariateSquares: number
}

/** Least squares inside the arms; the difference between the arms has no influence. */
export function fitWithinArms(base: Arm, head: Arm): WithinArmFit {
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
export function adjustToCommonCovariate(
  base: Arm,
  head: Arm,
  fit: WithinArmFit,
  spentDegrees: number,
): [base: number[], head: number[]] {
  const center = (computeMean(base.covariate) + computeMean(head.covariate)) / 2
  const degrees = base.values.length + head.values.length - 2
  const leverage = fit.covariateGap ** 2 / fit.covariateSquares / (1 / base.values.length + 1 / head.values.length)
  const widening = Math.sqrt((degrees / (degrees - spentDegrees)) * (1 + leverage))
  return [adjustArm(base, fit.slope, center, widening), adjustArm(head, fit.slope, center, widening)]
}

function adjustArm({ values, covariate }: Arm, slope: number, center: number, widening: number): number[] {
  const level = computeMean(values) - slope * (computeMean(covariate) - center)
  const moved = values.map((value, index) => value - slope * ((covariate[index] ?? center) - center))
  return moved.map((value) => level + widening * (value - level))
}

function sumProductsAboutMeans({ values, covariate }: Arm): number {
  const [valueMean, covariateMean] = [computeMean(values), computeMean(covariate)]
  return values.reduce((sum, value, index) => sum + (value - valueMean) * ((covariate[index] ?? 0) - covariateMean), 0)
}

/** Clock of each run, in run order, in one unit. */
export type RunClocks = { readonly base: readonly number[]; readonly head: readonly number[] }

/** Evidence with the clock states that it was compared in; null: one state, or a metric that does not depend on it. */
export type EvidenceByClock = PairEvidence & { readonly states: ClockStates | null }

/**
 * Weighs a time or a rate whose runs took place at two clocks of the device: base and head are compared inside each
 * state, and the differences are combined. If each side ran in a different state, code and clock cannot be separated:
 * inconclusive, with the effect in cycles. With one state, or for a metric that does not depend on the clock, same as
 * `weighMetric`.
 */
export function weighWithinStates(metric: Metric, input: MetricRequest, clocks: RunClocks): EvidenceByClock {
  const states = findClockStates(metric, input, clocks)
  const within = states && joinStates(input, states)
  const evidence = weighMetric(metric, within ?? input)
  if (states === null || within) return { ...evidence, states }
  return { ...evidence, answer: () => answerConfounded(metric, input, clocks), states: null }
}

/** Null if each side ran in a different state. */
function joinStates(input: MetricRequest, states: ClockStates): MetricRequest | null {
  const [base, head] = buildStateArms(input, states)
  const fit = fitWithinArms(base, head)
  if (fit.covariateSquares === 0) return null
  const [inBase, inHead] = adjustToCommonCovariate(base, head, fit, 1)
  return { ...input, base: inBase.map(Math.exp), head: inHead.map(Math.exp) }
}

function findClockStates(metric: Metric, input: MetricRequest, { base, head }: RunClocks): ClockStates | null {
  const kind = inferMetricKind(metric)
  const isKnown = base.length === input.base.length && head.length === input.head.length
  if ((kind !== 'duration' && kind !== 'rate') || !isKnown) return null
  return answerWithoutRatio({ ...input, isLowerBetter: metric.betterWhen === 'lower' })
    ? null
    : splitClockStates([...base, ...head])
}

function buildStateArms({ base, head }: MetricRequest, { isHigh }: ClockStates): [base: Arm, head: Arm] {
  const states = isHigh.map(Number)
  return [
    { values: base.map(Math.log), covariate: states.slice(0, base.length) },
    { values: head.map(Math.log), covariate: states.slice(base.length) },
  ]
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
export type ClockStates = {
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
  if (gap < Math.log1p(leastGap) || gap <= Math.max(computeSpread(below), computeSpread(above))) return null
  const boundary = above[0] ?? Number.POSITIVE_INFINITY
  return { low: computeMean(below), high: computeMean(above), isHigh: clocks.map((clock) => clock >= boundary) }
}

function computeSpread(sorted: readonly number[]): number {
  return Math.log((sorted.at(-1) ?? 1) / (sorted[0] ?? 1))
}

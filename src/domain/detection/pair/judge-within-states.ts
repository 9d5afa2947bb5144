import { inferMetricKind, type Metric } from '../../core/metric.ts'
import { computeMean } from '../../core/statistics.ts'
import { splitClockStates, type ClockStates } from '../noise/clock-states.ts'
import { judgeMetric, buildPairRequest, type MetricRequest } from './judge-metric.ts'
import { answerWithoutRatio } from './judge-pair.ts'
import type { PairAnswer } from './pair.ts'
import { formatRuns, formatSignedEffect } from './pair-reason.ts'
import { toFiniteShare } from '../noise/finite-share.ts'
import { adjustToCommonCovariate, fitWithinArms, type Arm } from '../noise/within-arm-fit.ts'
import { createUnjudgedAnswer } from './unjudged.ts'

/** Clock of each run, in run order, in one unit. */
export type RunClocks = { readonly base: readonly number[]; readonly head: readonly number[] }

/**
 * Judges a time or a rate whose runs took place at two clocks of the device: base and head are compared inside each
 * state, and the differences are combined. If each side ran in a different state, code and clock cannot be separated:
 * inconclusive, with the effect in cycles. With one state, or for a metric that does not depend on the clock, same as
 * `judgeMetric`.
 */
export function judgeWithinStates(metric: Metric, input: MetricRequest, clocks: RunClocks): PairAnswer {
  const states = findClockStates(metric, input, clocks)
  if (!states) return judgeMetric(metric, input)
  const within = joinStates(input, states)
  if (!within) return answerConfounded(metric, input, clocks)
  const answer = judgeMetric(metric, within)
  const clocksText = `${Math.round(states.low)} and ${Math.round(states.high)} MHz`
  return { ...answer, reason: `${answer.reason}; compared inside each of two clock states (${clocksText})` }
}

/**
 * The request that `judgeWithinStates` judges: samples without the difference between the states, if both sides ran in
 * both.
 */
export function adjustForClockStates(metric: Metric, input: MetricRequest, clocks: RunClocks): MetricRequest {
  const states = findClockStates(metric, input, clocks)
  return (states && joinStates(input, states)) ?? input
}

/** Null if each side ran in a different state. */
function joinStates(input: MetricRequest, states: ClockStates): MetricRequest | null {
  const [base, head] = buildArms(input, states)
  const fit = fitWithinArms(base, head)
  if (fit.covariateSquares === 0) return null
  const [inBase, inHead] = adjustToCommonCovariate(base, head, fit, 1)
  return { ...input, base: inBase.map(Math.exp), head: inHead.map(Math.exp) }
}

function findClockStates(metric: Metric, input: MetricRequest, { base, head }: RunClocks): ClockStates | null {
  const kind = inferMetricKind(metric)
  const isKnown = base.length === input.base.length && head.length === input.head.length
  if ((kind !== 'duration' && kind !== 'rate') || !isKnown) return null
  return answerWithoutRatio(buildPairRequest(metric, input)) ? null : splitClockStates([...base, ...head])
}

function buildArms({ base, head }: MetricRequest, { isHigh }: ClockStates): [base: Arm, head: Arm] {
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

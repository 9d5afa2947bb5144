import { metricKindOf, type Metric } from '../../core/metric.ts'
import { meanOf } from '../../core/statistics.ts'
import { clockStates, type ClockStates } from '../noise/clock-states.ts'
import { judgeMetric, requestOf, type MetricRequest } from './judge-metric.ts'
import { withoutRatio } from './judge-pair.ts'
import type { PairAnswer } from './pair.ts'
import { runsText, signedEffect } from './pair-reason.ts'
import { finiteShare } from '../noise/finite-share.ts'
import { atCommonCovariate, fitWithinArms, type Arm } from '../noise/within-arm-fit.ts'
import { unjudged } from './unjudged.ts'

/** Clock of every run, in run order, in one unit. */
export type RunClocks = { readonly base: readonly number[]; readonly head: readonly number[] }

/**
 * Judges a time or a rate whose runs were made at two clocks of the device: base and head are compared inside each state
 * and the differences joined. Where one side ran in one state and the other in the other, nothing can tell the code
 * from the clock: inconclusive, with the effect in cycles. With one state, or for what does not follow a clock, as
 * `judgeMetric`.
 */
export function judgeWithinStates(metric: Metric, asked: MetricRequest, clocks: RunClocks): PairAnswer {
  const states = clocksOf(metric, asked, clocks)
  if (!states) return judgeMetric(metric, asked)
  const within = joinStates(asked, states)
  if (!within) return confounded(metric, asked, clocks)
  const answer = judgeMetric(metric, within)
  const clocksText = `${Math.round(states.low)} and ${Math.round(states.high)} MHz`
  return { ...answer, reason: `${answer.reason}; compared inside each of two clock states (${clocksText})` }
}

/** The question that `judgeWithinStates` answers: with the step between the states taken out, where both sides show it. */
export function requestWithinStates(metric: Metric, asked: MetricRequest, clocks: RunClocks): MetricRequest {
  const states = clocksOf(metric, asked, clocks)
  return (states && joinStates(asked, states)) ?? asked
}

/** Null where one side ran in one state and the other in the other. */
function joinStates(asked: MetricRequest, states: ClockStates): MetricRequest | null {
  const [base, head] = armsOf(asked, states)
  const fit = fitWithinArms(base, head)
  if (fit.covariateSquares === 0) return null
  const [inBase, inHead] = atCommonCovariate(base, head, fit, 1)
  return { ...asked, base: inBase.map(Math.exp), head: inHead.map(Math.exp) }
}

function clocksOf(metric: Metric, asked: MetricRequest, { base, head }: RunClocks): ClockStates | null {
  const kind = metricKindOf(metric)
  const isKnown = base.length === asked.base.length && head.length === asked.head.length
  if ((kind !== 'duration' && kind !== 'rate') || !isKnown) return null
  return withoutRatio(requestOf(metric, asked)) ? null : clockStates([...base, ...head])
}

function armsOf({ base, head }: MetricRequest, { isHigh }: ClockStates): [base: Arm, head: Arm] {
  const states = isHigh.map(Number)
  return [
    { values: base.map(Math.log), covariate: states.slice(0, base.length) },
    { values: head.map(Math.log), covariate: states.slice(base.length) },
  ]
}

function confounded(metric: Metric, asked: MetricRequest, clocks: RunClocks): PairAnswer {
  // A time counts cycles when multiplied by the clock, a rate when divided by it.
  const power = metricKindOf(metric) === 'rate' ? -1 : 1
  const change = meanLog(asked.head) - meanLog(asked.base)
  const clockChange = meanLog(clocks.head) - meanLog(clocks.base)
  const inCycles = finiteShare(change + power * clockChange)
  const [from, to] = [meanOf(clocks.base), meanOf(clocks.head)].map(Math.round)
  const what = power === 1 ? 'in clock cycles it is' : 'per clock cycle it is'
  const seen = `${signedEffect(finiteShare(change), '%')} (${runsText(asked)})`
  const reason = `${seen}: base ran at ${from} MHz and head at ${to} MHz, so the clock explains it as well as the code; ${what} ${signedEffect(inCycles, '%')}`
  return unjudged('inconclusive', finiteShare(change), reason)
}

function meanLog(values: readonly number[]): number {
  return meanOf(values.map(Math.log))
}

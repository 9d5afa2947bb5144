import { inferMetricKind, isGpuCounter, parseStageName, wallTime, type Metric } from '../core/metric.ts'
import { formatShare, formatValue } from '../core/numbers.ts'
import type { Adjustment, Decision, SideSamples } from './comparison.ts'

/** A clock, or a log, whose steps are too coarse for the times of both sides. */
export type CoarseClock = {
  /** In the unit of the metric. */
  readonly step: number
  readonly unit: string
  /** One step as a share of the median of the reference. */
  readonly floor: number
  /** A pass must exclude a slowdown of this size. */
  readonly clearEffect: number
}

type ClockTerms = Pick<CoarseClock, 'clearEffect'> & {
  /** All times from the same source, in the same unit. */
  readonly pool: readonly number[]
  readonly isIngested: boolean
}

/** Steps of clocks and of printed decimals, in the unit of the metric. */
const steps = [1, 0.1, 0.01, 0.001, 0.0001, 0.00001]
/** Differences of time stamps since 1970 have errors of this share of a step. */
const stepError = 1e-3

/**
 * Finds out whether times come in steps that their noise does not exceed: a side that spreads over at most two
 * neighboring steps does not show where between them its times lie. With more noise the mean of the runs is finer than
 * a step. Null: the steps do not matter, or the metric is not a time that a program reports.
 */
export function findCoarseClock(
  metric: Metric,
  { base, head }: SideSamples,
  { pool, clearEffect, isIngested }: ClockTerms,
): CoarseClock | null {
  // Wall times come from the clock of this program, except for ingested runs.
  const isOwn = metric.name === wallTime.name && !isIngested
  if (inferMetricKind(metric) !== 'duration' || isGpuCounter(metric.name) || isOwn) return null
  const step = estimateStep(pool)
  const sides = [base, head].map((side) => side.toSorted((a, b) => a - b))
  const median = sides[0]?.[Math.floor(base.length / 2)] ?? 0
  if (step === null || !(median > 0)) return null
  const isHidden = sides.some((side) => (side.at(-1) ?? 0) - (side[0] ?? 0) <= step * (1 + stepError))
  const floor = step / median
  return isHidden ? { step, unit: metric.unit, floor, clearEffect } : null
}

function isMultiple(value: number, step: number): boolean {
  const count = Math.round(value / step)
  return count > 0 && Math.abs(value / step - count) <= stepError
}

/** Lists the times of the same source: one log reports all stages; other times come separately. */
export function collectTimes(
  { name }: Metric,
  measurements: readonly { readonly metric: { readonly name: string }; readonly samples: readonly number[] }[],
): number[] {
  const isStage = parseStageName(name) !== null
  return measurements
    .filter(({ metric }) => (isStage ? parseStageName(metric.name) !== null : metric.name === name))
    .flatMap(({ samples }) => samples)
}

/** Finds the largest step that all values above 0 are multiples of; null: finer than all of them. */
function estimateStep(values: readonly number[]): number | null {
  const known = values.filter((value) => value > 0)
  return steps.find((step) => known.every((value) => isMultiple(value, step))) ?? null
}

type Timed = { readonly decision: Decision; readonly clock: CoarseClock | null }
/** Whether a pass only needs the absence of evidence for a slowdown, as in `PairRequest.widen`. */
type ClockFacts = { readonly isWidened: boolean }

/** Whether a step of the clock hides what the decision states. */
export function isHiddenByClock({ decision, clock }: Timed, { isWidened }: ClockFacts): boolean {
  const { verdict, effect } = decision
  if (clock === null || effect === null) return false
  if (verdict === 'regression' || verdict === 'improvement') return Math.abs(effect) <= clock.floor
  return !isWidened && effect + clock.floor > clock.clearEffect
}

/** Times in coarse steps resolve no change below one step. */
export const coarseClock: readonly Adjustment<Timed, ClockFacts>[] = [
  {
    when: isHiddenByClock,
    verdict: 'inconclusive',
    because: ({ clock }) => clock && describeSteps(clock),
    figures: ({ decision, clock }) => {
      if (clock === null) return {}
      const advice = 'let the pipeline report more digits, or measure longer work'
      return {
        ...widenFigures(decision, clock),
        reason: `${formatRuns(decision)}: ${describeSteps(clock)}; ${advice}`,
      }
    },
  },
  {
    when: (item, facts) => !isHiddenByClock(item, facts) && item.decision.verdict !== 'inconclusive',
    because: ({ decision: { effect, excluded }, clock }) =>
      clock === null || effect === null || effect + clock.floor <= (excluded ?? 0) ? null : describeSteps(clock),
    figures: ({ decision, clock }) => {
      if (clock === null) return {}
      const widened = widenFigures(decision, clock)
      if (decision.verdict !== 'unchanged' || typeof widened.excluded !== 'number') return widened
      const most = `at most ${formatShare(widened.excluded)} slower`
      return { ...widened, reason: `${formatRuns(decision)}: ${most}, because ${describeSteps(clock)}` }
    },
  },
]

function describeSteps({ step, unit, floor }: CoarseClock): string {
  return `times in steps of ${formatValue(step, unit)} show no change below ${formatShare(floor)}`
}

function formatRuns({ base, head }: Decision): string {
  return `${base?.count ?? 0} against ${head?.count ?? 0} runs`
}

function widenFigures(
  { effect, interval, resolution, excluded }: Decision,
  { floor }: CoarseClock,
): Partial<Pick<Decision, 'interval' | 'resolution' | 'excluded'>> {
  if (effect === null) return {}
  return {
    interval: interval && [Math.max(-1, Math.min(interval[0], effect - floor)), Math.max(interval[1], effect + floor)],
    // What too few runs leave unknown, no clock makes known.
    resolution: resolution === null ? null : Math.max(resolution, floor),
    excluded: excluded === null ? null : Math.max(excluded, effect + floor),
  }
}

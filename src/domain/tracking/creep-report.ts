import type { Creep } from '../history/creep.ts'
import { computePointValue } from '../history/history-point.ts'
import { measureCreep } from '../history/slow-creep.ts'
import type { AnchorRecord } from './anchor.ts'
import { computeRangeMedian } from '../detection/noise/order-statistics.ts'
import { collectMetricHistories, type MetricHistory } from './metric-history.ts'
import { isSharp, computeWorsening, type Shift, type ShiftRules } from './shift.ts'

/** The level of one metric at an anchor. */
export type AnchorLevel = { readonly label: string; readonly order: number; readonly good: number }

/** How far one metric has gone from an anchor. */
export type CreepDistance = {
  readonly history: MetricHistory
  readonly from: AnchorLevel
  readonly creep: Creep
  /** How much worse it is beyond its steps since the anchor, as a share. */
  readonly beyond: number
}

/**
 * The distance of every metric from every anchor that was measured on this testbed, and what is left of it without the
 * steps since.
 */
export function measureCreepDistances(
  histories: readonly MetricHistory[],
  shifts: readonly Shift[],
  anchors: readonly AnchorRecord[],
  rules: ShiftRules,
): CreepDistance[] {
  return anchors.flatMap(({ label, record, around }) => {
    if (!record) return []
    const levels = new Map(collectMetricHistories(around, () => true).map((item) => [item.id, item]))
    return histories.flatMap((history) => {
      const values = (levels.get(history.id)?.points ?? []).map(computePointValue).filter(Number.isFinite)
      if (values.length === 0) return []
      const from = { label, order: record.order, good: computeRangeMedian(Float64Array.from(values)) }
      return measureDistance(history, shifts, from, rules) ?? []
    })
  })
}

/**
 * The distances that are worth an issue. To be sure, a metric has to have been as far away some runs ago already: many
 * metrics are looked at after every run, and one of them always has a bad week.
 */
export function selectCreepFindings(
  distances: readonly CreepDistance[],
  shifts: readonly Shift[],
  rules: ShiftRules,
  isSurenessAsked: boolean,
): CreepDistance[] {
  const isFar = ({ creep, beyond }: CreepDistance): boolean =>
    creep.verdict === 'regression' && beyond >= rules.minEffect
  return distances.filter((distance) => {
    if (!isFar(distance)) return false
    if (!isSurenessAsked) return true
    const { history, from } = distance
    const before = { ...history, points: history.points.slice(0, -rules.settledAfter) }
    const then = measureDistance(before, shifts, from, rules)
    return then !== null && isFar(then)
  })
}

function measureDistance(
  history: MetricHistory,
  shifts: readonly Shift[],
  from: AnchorLevel,
  { minEffect }: ShiftRules,
): CreepDistance | null {
  const later = history.points.filter(({ order }) => order > from.order)
  if (later.length === 0) return null
  const anchor = { label: from.label, samples: [from.good] }
  const creep = measureCreep(later.map(computePointValue), anchor, { minEffect, betterWhen: history.metric.betterWhen })
  return { history, from, creep, beyond: computeUnexplained(creep, history, shifts, from.order) }
}

/** Steps in both directions are taken out: what was won elsewhere hides no creep, and what a step cost is told by itself. */
function computeUnexplained(
  creep: Creep,
  history: MetricHistory,
  shifts: readonly Shift[],
  anchorOrder: number,
): number {
  if (creep.effect === null) return 0
  const steps = shifts.filter(
    (shift) =>
      shift.history.id === history.id &&
      shift.bad.order > anchorOrder &&
      shift.change.at < history.points.length &&
      isSharp(shift),
  )
  const explained = steps.reduce((ratio, { change }) => ratio * computeJump(history, change.at), 1)
  const { betterWhen } = history.metric
  // What was won later may as well have ended it.
  return Math.min(
    computeWorsening(1 + creep.effect, 1, betterWhen),
    computeWorsening(1 + creep.effect, explained, betterWhen),
  )
}

/** Values on each side of a step that say how far it jumped: in a drift, whole levels lie further apart than that. */
const valuesBesideStep = 8

function computeJump({ points }: MetricHistory, at: number): number {
  const computeValuesMedian = (from: number, to: number): number =>
    computeRangeMedian(
      Float64Array.from(points.slice(Math.max(0, from), to).map(computePointValue).filter(Number.isFinite)),
    )
  const ratio = computeValuesMedian(at, at + valuesBesideStep) / computeValuesMedian(at - valuesBesideStep, at)
  return Number.isFinite(ratio) && ratio > 0 ? ratio : 1
}

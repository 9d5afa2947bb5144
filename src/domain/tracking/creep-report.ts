import type { Creep } from '../history/creep.ts'
import { computePointValue } from '../history/history-point.ts'
import { measureCreep } from '../history/slow-creep.ts'
import type { AnchorRecord } from './anchor.ts'
import { computeRangeMedian } from '../detection/noise/order-statistics.ts'
import { collectMetricHistories, type MetricHistory } from './metric-history.ts'
import { isSharp, computeWorsening, type Shift, type ShiftRules } from './shift.ts'

/** Level of one metric at an anchor. */
export type AnchorLevel = { readonly label: string; readonly order: number; readonly good: number }

/** Change of one metric since an anchor. */
export type CreepDistance = {
  readonly history: MetricHistory
  readonly from: AnchorLevel
  readonly creep: Creep
  /** How much worse it is than its steps since the anchor explain, as a share. */
  readonly beyond: number
}

/** Measures the change of every metric since every anchor of this testbed, with and without the steps since. */
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
 * Selects the changes that deserve an issue. With `needsConfirmation` a metric must have been as far away several runs
 * ago too, because one of many metrics is always off by chance.
 */
export function selectCreepFindings(
  distances: readonly CreepDistance[],
  shifts: readonly Shift[],
  rules: ShiftRules,
  needsConfirmation: boolean,
): CreepDistance[] {
  const isFar = ({ creep, beyond }: CreepDistance): boolean =>
    creep.verdict === 'regression' && beyond >= rules.minEffect
  return distances.filter((distance) => {
    if (!isFar(distance)) return false
    if (!needsConfirmation) return true
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

/** Removes steps in both directions: an improvement elsewhere must not hide a creep, and a step has its own report. */
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
  // A later improvement may have ended the creep.
  return Math.min(
    computeWorsening(1 + creep.effect, 1, betterWhen),
    computeWorsening(1 + creep.effect, explained, betterWhen),
  )
}

/**
 * Number of values on each side of a step that define its size. In a drift the difference of complete levels would be
 * larger.
 */
const valuesAroundStep = 8

function computeJump({ points }: MetricHistory, at: number): number {
  const computeValuesMedian = (from: number, to: number): number =>
    computeRangeMedian(
      Float64Array.from(points.slice(Math.max(0, from), to).map(computePointValue).filter(Number.isFinite)),
    )
  const ratio = computeValuesMedian(at, at + valuesAroundStep) / computeValuesMedian(at - valuesAroundStep, at)
  return Number.isFinite(ratio) && ratio > 0 ? ratio : 1
}

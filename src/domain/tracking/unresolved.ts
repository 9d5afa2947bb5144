import { computeDetectableStep } from '../detection/series/detectable-step.ts'
import { computePointValue } from '../history/history-point.ts'
import type { MetricHistory } from './metric-history.ts'
import type { Shift } from './shift.ts'

/** A metric in which no change was found and a change of the minimum effect could not have been found. */
export type UnresolvedHistory = {
  readonly history: MetricHistory
  /** Runs that measured it. */
  readonly runs: number
  /** The smallest change that would be worth reporting, as a share. */
  readonly minEffect: number
  /** Minimum detectable effect as a share, found in about 80 % of cases; null: too few runs, or no level above zero. */
  readonly detectable: number | null
}

/** Metrics for which "no change" would say more than the runs show. Those without any value are left out. */
export function selectUnresolvedHistories(
  histories: readonly MetricHistory[],
  shifts: readonly Shift[],
  minEffect: number,
): UnresolvedHistory[] {
  const changed = new Set(shifts.map(({ history }) => history.id))
  return histories.flatMap((history) => {
    const values = history.points.map(computePointValue).filter(Number.isFinite)
    if (changed.has(history.id) || values.length === 0) return []
    const detectable = computeDetectableStep(values)
    return detectable !== null && detectable <= minEffect
      ? []
      : [{ history, runs: values.length, minEffect, detectable }]
  })
}

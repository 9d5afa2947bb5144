import { computeDetectableStep } from '../detection/series/describe-changes.ts'
import { computePointValue } from '../history/history-point.ts'
import type { MetricHistory } from './metric-history.ts'
import type { Shift } from './shift.ts'

/** A metric without a detected change in which a change of the minimum effect could not have been detected. */
export type UnresolvedHistory = {
  readonly history: MetricHistory
  /** Number of runs that measured it. */
  readonly runs: number
  /** The smallest change worth reporting, as a share. */
  readonly minEffect: number
  /** Minimum detectable effect as a share, at a power of about 80 %; null: too few runs, or no level above zero. */
  readonly detectable: number | null
}

/** Selects metrics for which "no change" is not supported by the data. Metrics without values are left out. */
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

import { type Change, describeChanges, type Confirmation } from '../detection/series/describe-changes.ts'
import { findChangePoints } from '../detection/series/change-points.ts'
import { computePointValue, type HistoryPoint } from './history-point.ts'
import { splitByTestbed, type HistorySeries } from './split-by-testbed.ts'

/** A change point with the runs on both sides. Its indices refer to `series.points`. */
export type HistoryChange = Change & {
  readonly series: HistorySeries
  /** The first run of the new level. */
  readonly point: HistoryPoint
  /** The last run of the old level with a value. The commits after it, up to that of `point`, are suspects. */
  readonly previous: HistoryPoint
}

/** Options of the search for changes in a history. */
export type HistoryChangesOptions = {
  /** The smallest step worth reporting, as a share of the level; null for any. */
  readonly minEffect: number | null
  /** Number of values after which a new level is confirmed without an interleaved run. Default: 12. */
  readonly settledAfter?: number
  /** Results of interleaved runs of a commit against its parent, by commit. */
  readonly confirmations?: ReadonlyMap<string, Confirmation>
}

/** Finds the change points of each series of a history, in order; never between two testbeds or conditions. */
export function findHistoryChanges(points: readonly HistoryPoint[], options: HistoryChangesOptions): HistoryChange[] {
  return splitByTestbed(points).flatMap((series) => findSeriesChanges(series, options))
}

function findSeriesChanges(
  series: HistorySeries,
  { minEffect, confirmations, ...rest }: HistoryChangesOptions,
): HistoryChange[] {
  const values = series.points.map(computePointValue)
  const found = findChangePoints(values, minEffect)
  const known = found.flatMap((at) => {
    const answer = confirmations?.get(series.points[at]?.commit ?? '')
    return answer ? [[at, answer] as const] : []
  })
  return describeChanges(values, found, { ...rest, confirmations: new Map(known) }).flatMap((change) => {
    const point = series.points[change.at]
    const previous = series.points.slice(0, change.at).findLast((_, index) => Number.isFinite(values[index]))
    return point && previous ? [{ ...change, series, point, previous }] : []
  })
}

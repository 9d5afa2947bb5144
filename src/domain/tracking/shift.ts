import { formatCaseId, type CaseKey } from '../core/case.ts'
import type { LevelSummary } from '../detection/series/describe-changes.ts'
import { findHistoryChanges, type HistoryChange } from '../history/history-changes.ts'
import { computePointValue, type HistoryPoint } from '../history/history-point.ts'
import { computeRangeMedian } from '../detection/noise/order-statistics.ts'
import type { Metric } from '../core/metric.ts'
import type { MetricHistory } from './metric-history.ts'

/** Rules for detecting changes of a level. */
export type ShiftRules = {
  /** Smallest change worth reporting, as a share of the level. */
  readonly minEffect: number
  /** Number of values after which a new level is confirmed without an interleaved run. */
  readonly settledAfter: number
}

/** A change of the level of one metric. */
export type Shift = {
  readonly history: MetricHistory
  readonly change: HistoryChange
  /** Last run that certainly has the old level; the commits after it are suspects. */
  readonly good: HistoryPoint
  /** First run that certainly has the new level. */
  readonly bad: HistoryPoint
  readonly isWorse: boolean
  /** No later level returned to the old one. */
  readonly isLasting: boolean
}

/** Level of one metric after its last change. */
export type CurrentLevel = {
  readonly history: MetricHistory
  readonly level: number
  /** First run of this level. */
  readonly since: HistoryPoint
}

/** Changes and current level of one metric; the level is null without values. */
export type MetricState = { readonly shifts: readonly Shift[]; readonly now: CurrentLevel | null }

/** Computes the changes and the current level of one history; the level is null without values. */
export function computeMetricState(history: MetricHistory, rules: ShiftRules): MetricState {
  const changes = findHistoryChanges(history.points, rules)
  const shifts = changes.flatMap((change, index) => buildShift(history, change, changes.slice(index + 1), rules) ?? [])
  return { shifts, now: computeCurrentLevel(history, changes.at(-1)?.at ?? 0) }
}

/** How much worse `level` is than `reference`, as a share of it; negative when better, infinite from zero. */
export function computeWorsening(level: number, reference: number, betterWhen: Metric['betterWhen']): number {
  if (level === reference) return 0
  const share = level / reference - 1
  if (!Number.isFinite(share) || reference <= 0)
    return level > reference === (betterWhen === 'lower') ? Infinity : -Infinity
  return betterWhen === 'lower' ? share : -share
}

/** Input for deciding whether a regression is over. */
export type RegressionLevels = {
  readonly good: number
  readonly bad: number
  readonly minEffect: number
  readonly betterWhen: Metric['betterWhen']
}

/** A regression is over when the remaining change is below the minimum effect and below half of the original change. */
export function isBackAt(level: number, { good, bad, minEffect, betterWhen }: RegressionLevels): boolean {
  return computeWorsening(level, good, betterWhen) < Math.min(minEffect, computeWorsening(bad, good, betterWhen) / 2)
}

/** Number of runs in the confidence set of the position. */
export function computeWidth({ change: { where } }: Shift): number {
  return where[1] - where[0] + 1
}

/** Maximum width of a position; a wider one gives no useful suspects. */
const widestPlace = 20

/** Whether a change has a position in the history. A drift has none; only the comparison with anchors reports it. */
export function isSharp(shift: Shift): boolean {
  return !shift.change.isLikeALine && computeWidth(shift) <= widestPlace
}

/** Formats case and metric as one text: `scaling/predict gpus=1 wall_time`. */
export function formatSeriesName(key: CaseKey, metric: Pick<Metric, 'name'>): string {
  return `${formatCaseId(key)} ${metric.name}`
}

function buildShift(
  history: MetricHistory,
  change: HistoryChange,
  later: readonly HistoryChange[],
  { minEffect }: ShiftRules,
): Shift | null {
  const { points } = change.series
  const [first, last] = change.where
  const good = points.slice(0, first).findLast((point) => Number.isFinite(computePointValue(point)))
  const bad = points[last]
  if (!good || !bad) return null
  const { betterWhen } = history.metric
  const levels = { good: change.before.level, bad: change.after.level, minEffect, betterWhen }
  const isBack = ({ level }: LevelSummary): boolean => isBackAt(level, levels)
  const isWorse = computeWorsening(change.after.level, change.before.level, betterWhen) > 0
  return { history, change, good, bad, isWorse, isLasting: !later.some(({ after }) => isBack(after)) }
}

function computeCurrentLevel(history: MetricHistory, from: number): CurrentLevel | null {
  const recent = history.points.slice(from).filter((point) => Number.isFinite(computePointValue(point)))
  const [since] = recent
  return since ? { history, level: computeRangeMedian(Float64Array.from(recent.map(computePointValue))), since } : null
}

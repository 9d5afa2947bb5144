import { sortPoints, type HistoryPoint, computePointValue, type MetricHistory } from './history-records.ts'
import {
  type Change,
  describeChanges,
  type Confirmation,
  type LevelSummary,
  type ChangeStatus,
} from '../detection/series/describe-changes.ts'
import { findChangePoints } from '../detection/series/change-points.ts'
import { formatCaseId, type CaseKey } from '../core/case.ts'
import { computeRangeMedian } from '../detection/noise/order-statistics.ts'
import type { Metric } from '../core/metric.ts'

/** Points of a history that are comparable with each other. */
type HistorySeries = {
  readonly testbedId: string
  readonly conditions: string
  /** In commit order. */
  readonly points: readonly HistoryPoint[]
}

/**
 * Splits a history into one series per testbed and conditions, in the order of their first commits, so that a
 * difference between machines, datasets or configs never counts as a change of the program. Two alternating runners
 * give two series; a runner that returns continues its own.
 */
export function splitByTestbed(points: readonly HistoryPoint[]): HistorySeries[] {
  const series = Map.groupBy(sortPoints(points), formatSeriesId)
  return [...series.values()].flatMap((own) => {
    const [first] = own
    return first ? [{ testbedId: first.testbedId, conditions: first.conditions, points: own }] : []
  })
}

/** Id of the series of a point; equal for comparable points. */
function formatSeriesId({ testbedId, conditions }: Pick<HistoryPoint, 'testbedId' | 'conditions'>): string {
  return JSON.stringify([testbedId, conditions])
}

/** A change point with the runs on both sides. Its indices refer to `series.points`. */
type HistoryChange = Change & {
  readonly series: HistorySeries
  /** The first run of the new level. */
  readonly point: HistoryPoint
  /** The last run of the old level with a value. The commits after it, up to that of `point`, are suspects. */
  readonly previous: HistoryPoint
}

/** Options of the search for changes in a history. */
type HistoryChangesOptions = {
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
type MetricState = { readonly shifts: readonly Shift[]; readonly now: CurrentLevel | null }

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
type RegressionLevels = {
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

/** A position in the history at which metrics got worse, treated as one cause for all of them. */
export type Cause = {
  /** Last run before it. The commits after it, up to that of `bad`, are suspects. */
  readonly good: HistoryPoint
  readonly bad: HistoryPoint
  /** The run at which the change most likely shows first. */
  readonly at: HistoryPoint
  readonly status: ChangeStatus
  /** Worst first. */
  readonly shifts: readonly Shift[]
}

/**
 * Groups the regressions of one testbed by cause: the changes of a group have at least one suspect commit in common. A
 * drift has no single causing commit and is left to the comparison with anchors.
 */
export function groupCauses(shifts: readonly Shift[]): Cause[] {
  const blamed = shifts.filter((shift) => shift.isWorse && shift.isLasting && isSharp(shift))
  const groups: Shift[][] = []
  // Greedy interval stabbing: in order of their ends, each change joins the open group if it overlaps.
  for (const shift of blamed.toSorted((one, other) => one.bad.order - other.bad.order)) {
    const open = groups.at(-1)
    if (open && shift.good.order < findFirstEnd(open)) open.push(shift)
    else groups.push([shift])
  }
  return mergeNearbyGroups(groups).map(buildCause)
}

/** Some of many 95 % intervals miss the true position, so a few metrics close to a change of many belong to it. */
const nearbyCommits = 3
const minSizeRatio = 4

function mergeNearbyGroups(groups: readonly Shift[][]): ShiftGroup[] {
  const bySize = groups.toSorted((one, other) => other.length - one.length)
  const kept: ShiftGroup[] = []
  for (const group of bySize) {
    const host = kept.find(
      ({ core }) => core.length >= minSizeRatio * group.length && computeDistance(core, group) <= nearbyCommits,
    )
    if (host) host.nearby.push(...group)
    else kept.push({ core: group, nearby: [] })
  }
  return kept
}

/** Only `core` determines the position. */
type ShiftGroup = { readonly core: readonly Shift[]; readonly nearby: Shift[] }

/** Number of commits between the suspects of two groups. */
function computeDistance(one: readonly Shift[], other: readonly Shift[]): number {
  return Math.max(findLastStart(one) - findFirstEnd(other), findLastStart(other) - findFirstEnd(one)) + 1
}

function findLastStart(group: readonly Shift[]): number {
  return Math.max(...group.map(({ good }) => good.order))
}

function findFirstEnd(group: readonly Shift[]): number {
  return Math.min(...group.map(({ bad }) => bad.order))
}

function buildCause({ core, nearby }: ShiftGroup): Cause {
  const shifts = core.toSorted((one, other) => computeSize(other) - computeSize(one))
  const good = shifts.map((shift) => shift.good).toSorted((one, other) => other.order - one.order)[0] as HistoryPoint
  const bad = shifts.map((shift) => shift.bad).toSorted((one, other) => one.order - other.order)[0] as HistoryPoint
  const isInside = ({ change }: Shift): boolean => change.point.order > good.order && change.point.order <= bad.order
  const status = shifts.some(({ change }) => change.status === 'confirmed') ? 'confirmed' : 'candidate'
  return { good, bad, at: shifts.find(isInside)?.change.point ?? bad, status, shifts: [...shifts, ...nearby] }
}

/** The limit of the interval closest to zero, so that a certain small step ranks before an uncertain large one. */
function computeSize({ change: { effect, interval } }: Shift): number {
  if (effect === null || interval === null) return Infinity
  return Math.min(...interval.map(Math.abs)) * (Math.sign(interval[0]) === Math.sign(interval[1]) ? 1 : 0)
}

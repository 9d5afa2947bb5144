import { type HistoryPoint, computePointValue, type MetricHistory } from './history-records.ts'
import {
  type Change,
  describeChanges,
  type LevelSummary,
  type ChangeStatus,
} from '../detection/series/describe-changes.ts'
import { findChangePoints } from '../detection/series/change-points.ts'
import { formatCaseId, type CaseKey } from '../core/case.ts'
import { computeRangeMedian } from '../detection/noise/order-statistics.ts'
import type { Metric } from '../core/metric.ts'

/** What counts as a change of level. */
export type ShiftRules = {
  /** Smallest change worth reporting, as a share of the level. */
  readonly minEffect: number
  /** Number of values after which a new level is confirmed. */
  readonly settledAfter: number
}

/** A change of level in the history of one metric, for the better or worse. */
export type Shift = {
  readonly history: MetricHistory
  /** Its indices refer to the points of the history; `point` is the first run of the new level. */
  readonly change: Change & { readonly point: HistoryPoint }
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

/**
 * Computes the changes and the current level of one history; the level is null without values. A history has one
 * testbed and one set of conditions, so a difference between those never counts as a change of the program.
 */
export function computeMetricState(
  history: MetricHistory,
  { minEffect, settledAfter }: ShiftRules,
): { readonly shifts: readonly Shift[]; readonly now: CurrentLevel | null } {
  const { points, metric } = history
  const { betterWhen } = metric
  const values = points.map(computePointValue)
  const changes = describeChanges(values, findChangePoints(values, minEffect), settledAfter)
  const shifts = changes.flatMap((change, index): Shift[] => {
    const [first, last] = change.where
    const good = points[values.findLastIndex((value, place) => place < first && Number.isFinite(value))]
    const [point, bad] = [points[change.at], points[last]]
    if (!point || !good || !bad) return []
    const levels = { good: change.before.level, bad: change.after.level, minEffect }
    const isWorse = computeWorsening(levels.bad, levels.good, betterWhen) > 0
    // An improvement is lost as a regression of the opposite direction recovers.
    const direction = isWorse === (betterWhen === 'lower') ? 'lower' : 'higher'
    const isBack = ({ level }: LevelSummary): boolean => isBackAt(level, { ...levels, betterWhen: direction })
    const isLasting = !changes.slice(index + 1).some(({ after }) => isBack(after))
    return [{ history, change: { ...change, point }, good, bad, isWorse, isLasting }]
  })
  const recent = points.slice(changes.at(-1)?.at ?? 0).filter((point) => Number.isFinite(computePointValue(point)))
  const [since] = recent
  if (!since) return { shifts, now: null }
  const level = computeRangeMedian(Float64Array.from(recent.map(computePointValue)))
  return { shifts, now: { history, level, since } }
}

/** How much worse `level` is than `reference`, as a share of it; negative when better, infinite from zero. */
export function computeWorsening(level: number, reference: number, betterWhen: Metric['betterWhen']): number {
  if (level === reference) return 0
  const share = level / reference - 1
  if (!Number.isFinite(share) || reference <= 0)
    return level > reference === (betterWhen === 'lower') ? Infinity : -Infinity
  return betterWhen === 'lower' ? share : -share
}

/** Whether a level is back: the remaining change is below the minimum effect and below half of the original change. */
export function isBackAt(
  level: number,
  { good, bad, minEffect, betterWhen }: Pick<Metric, 'betterWhen'> & Record<'good' | 'bad' | 'minEffect', number>,
): boolean {
  return computeWorsening(level, good, betterWhen) < Math.min(minEffect, computeWorsening(bad, good, betterWhen) / 2)
}

/** Number of runs at which the change may have happened, at 95 % confidence. */
export function computeWidth({ change: { where } }: Shift): number {
  return where[1] - where[0] + 1
}

/** Maximum width of a position; a wider one gives no useful suspects. */
const widestPlace = 20

/** Whether a change has a position in the history. A drift has none; only the comparison with anchors reports it. */
export function isSharp(shift: Shift): boolean {
  return !shift.change.isLikeALine && computeWidth(shift) <= widestPlace
}

/** `scaling/predict gpus=1 wall_time` */
export function formatSeriesName(key: CaseKey, metric: Pick<Metric, 'name'>): string {
  return `${formatCaseId(key)} ${metric.name}`
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

/** Some of many 95 % intervals miss the true position, so a few metrics close to a change of many belong to it. */
const nearbyCommits = 3
const minSizeRatio = 4

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
  // Only the shifts of `core` determine the position.
  const kept: { readonly core: readonly Shift[]; readonly nearby: Shift[] }[] = []
  for (const group of groups.toSorted((one, other) => other.length - one.length)) {
    const host = kept.find(
      ({ core }) => core.length >= minSizeRatio * group.length && computeDistance(core, group) <= nearbyCommits,
    )
    if (host) host.nearby.push(...group)
    else kept.push({ core: group, nearby: [] })
  }
  return kept.map(({ core, nearby }) => buildCause(core, nearby))
}

/** Number of commits between the suspects of two groups. */
function computeDistance(one: readonly Shift[], other: readonly Shift[]): number {
  const findLastStart = (group: readonly Shift[]): number => Math.max(...group.map(({ good }) => good.order))
  return Math.max(findLastStart(one) - findFirstEnd(other), findLastStart(other) - findFirstEnd(one)) + 1
}

function findFirstEnd(group: readonly Shift[]): number {
  return Math.min(...group.map(({ bad }) => bad.order))
}

function buildCause(core: readonly Shift[], nearby: readonly Shift[]): Cause {
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

import type { ChangeStatus } from '../detection/series/describe-changes.ts'
import type { HistoryPoint } from '../history/history-point.ts'
import { isSharp, type Shift } from './shift.ts'

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

import type { ChangeStatus } from '../detection/series/change.ts'
import type { HistoryPoint } from '../history/history-point.ts'
import { isSharp, type Shift } from './shift.ts'

/** One place in the history that made metrics worse: whatever it touched, it is one cause. */
export type Cause = {
  /** Last run before it; the commits after it, up to that of `bad`, are suspects. */
  readonly good: HistoryPoint
  readonly bad: HistoryPoint
  /** The run at which the change most likely shows first. */
  readonly at: HistoryPoint
  readonly status: ChangeStatus
  /** Worst first. */
  readonly shifts: readonly Shift[]
}

/**
 * The regressions of one testbed, put together where one commit can explain them: of every group all have at least one
 * suspect in common. A drift has no commit to blame and is left to the comparison with anchors.
 */
export function groupCauses(shifts: readonly Shift[]): Cause[] {
  const blamed = shifts.filter((shift) => shift.isWorse && shift.isLasting && isSharp(shift))
  const groups: Shift[][] = []
  // The classic way to cover intervals by the fewest points: in the order of their ends, each joins while it reaches back.
  for (const shift of blamed.toSorted((one, other) => one.bad.order - other.bad.order)) {
    const open = groups.at(-1)
    if (open && shift.good.order < findFirstEnd(open)) open.push(shift)
    else groups.push([shift])
  }
  return mergeNearbyGroups(groups).map(buildCause)
}

/** Of many intervals at 95 % some miss the truth: a few metrics right beside a step of many are part of it. */
const besideCommits = 3
const fewBeside = 4

function mergeNearbyGroups(groups: readonly Shift[][]): ShiftGroup[] {
  const bySize = groups.toSorted((one, other) => other.length - one.length)
  const kept: ShiftGroup[] = []
  for (const group of bySize) {
    const host = kept.find(
      ({ core }) => core.length >= fewBeside * group.length && computeDistance(core, group) <= besideCommits,
    )
    if (host) host.beside.push(...group)
    else kept.push({ core: group, beside: [] })
  }
  return kept
}

/** The place is told by the core alone. */
type ShiftGroup = { readonly core: readonly Shift[]; readonly beside: Shift[] }

/** Commits between the suspects of two groups. */
function computeDistance(one: readonly Shift[], other: readonly Shift[]): number {
  return Math.max(findLastStart(one) - findFirstEnd(other), findLastStart(other) - findFirstEnd(one)) + 1
}

function findLastStart(group: readonly Shift[]): number {
  return Math.max(...group.map(({ good }) => good.order))
}

function findFirstEnd(group: readonly Shift[]): number {
  return Math.min(...group.map(({ bad }) => bad.order))
}

function buildCause({ core, beside }: ShiftGroup): Cause {
  const shifts = core.toSorted((one, other) => computeSize(other) - computeSize(one))
  const good = shifts.map((shift) => shift.good).toSorted((one, other) => other.order - one.order)[0] as HistoryPoint
  const bad = shifts.map((shift) => shift.bad).toSorted((one, other) => one.order - other.order)[0] as HistoryPoint
  const isInside = ({ change }: Shift): boolean => change.point.order > good.order && change.point.order <= bad.order
  const status = shifts.some(({ change }) => change.status === 'confirmed') ? 'confirmed' : 'candidate'
  return { good, bad, at: shifts.find(isInside)?.change.point ?? bad, status, shifts: [...shifts, ...beside] }
}

/** In deviations of its own noise, so that a sure small step leads before a doubtful large one. */
function computeSize({ change: { effect, interval } }: Shift): number {
  if (effect === null || interval === null) return Infinity
  return Math.min(...interval.map(Math.abs)) * (Math.sign(interval[0]) === Math.sign(interval[1]) ? 1 : 0)
}

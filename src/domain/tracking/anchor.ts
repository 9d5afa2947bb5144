import type { HistoryRecord } from '../../record/history.ts'

/** A fixed commit that later runs are compared with. */
export type AnchorRecord = {
  /** Label for people: `v1.0`. */
  readonly label: string
  /** The run that measured it; null: no run of it on this testbed. */
  readonly record: HistoryRecord | null
  /** Runs around it, including itself, in order: a single session may be an outlier. */
  readonly around: readonly HistoryRecord[]
}

/** Number of runs on each side of an anchor that define its level. */
const runsAround = 4

/** Finds the last run of a commit and those around it. `records` are in order. */
export function findAnchor(records: readonly HistoryRecord[], label: string, commit: string): AnchorRecord {
  const at = records.findLastIndex((record) => record.commit === commit)
  const around = at < 0 ? [] : records.slice(Math.max(0, at - runsAround), at + runsAround + 1)
  return { label, record: records[at] ?? null, around }
}

import type { HistoryRecord } from './history-record.ts'

/** A fixed commit that everything later is compared with. */
export type AnchorRecord = {
  /** As a person calls it: `v1.0`. */
  readonly label: string
  /** The run that measured it; null: none is on record for this testbed. */
  readonly record: HistoryRecord | null
  /** Runs around it, itself among them, in order: one session alone may have had a bad day. */
  readonly around: readonly HistoryRecord[]
}

/** Runs on each side of an anchor that say where the level was. */
const runsBeside = 4

/** The last run of a commit with those around it. `records` are in order. */
export function findAnchor(records: readonly HistoryRecord[], label: string, commit: string): AnchorRecord {
  const at = records.findLastIndex((record) => record.commit === commit)
  const around = at < 0 ? [] : records.slice(Math.max(0, at - runsBeside), at + runsBeside + 1)
  return { label, record: records[at] ?? null, around }
}

import type { HistoryRecord } from '../../record/history.ts'

/** Identity of the run of a record; equal for duplicate records. */
export function formatRecordIdentity({ runId, commit, testbed }: HistoryRecord): string {
  return JSON.stringify([runId, commit, testbed.id])
}

/** Sorts ascending by commit, runs of one commit by time. Of duplicate records only the first counts. */
export function selectDistinctRecords(records: readonly HistoryRecord[]): HistoryRecord[] {
  const known = new Map<string, HistoryRecord>()
  for (const record of records) {
    const identity = formatRecordIdentity(record)
    if (!known.has(identity)) known.set(identity, record)
  }
  return [...known.values()].toSorted(
    (one, other) => one.order - other.order || Date.parse(one.measuredAt) - Date.parse(other.measuredAt),
  )
}

/** Leaves out the commits that a force push took out of the branch. The newest runs decide, so a reset can be undone. */
export function withoutAbandoned(records: readonly HistoryRecord[]): HistoryRecord[] {
  const isOnBranch = new Map<string, boolean>()
  const newestFirst = records.toSorted((one, other) => Date.parse(other.measuredAt) - Date.parse(one.measuredAt))
  for (const { commit, abandoned = [] } of newestFirst) {
    if (isOnBranch.get(commit) === false) continue
    isOnBranch.set(commit, true)
    for (const other of abandoned) if (!isOnBranch.has(other)) isOnBranch.set(other, false)
  }
  return records.filter(({ commit }) => isOnBranch.get(commit) !== false)
}

import type { Axes } from '../core/case.ts'
import type { Metric } from '../core/metric.ts'

export const historyVersion = 1

/**
 * Maximum number of samples per metric. More add no information, and every run on the default branch is kept forever.
 */
export const mostSamplesKept = 50

/** Result of one run on the default branch: one line of the data branch. */
export type HistoryRecord = {
  readonly schemaVersion: typeof historyVersion
  /** Distinguishes a duplicate record from a repeated run. */
  readonly runId: string
  readonly commit: string
  /** Number of ancestors, including the commit itself; grows along the branch, unlike commit times. */
  readonly order: number
  /** ISO 8601, UTC. */
  readonly committedAt: string
  readonly measuredAt: string
  readonly testbed: HistoryTestbed
  readonly provenance: HistoryProvenance
  readonly cases: readonly HistoryCase[]
  /** Recorded commits that were no longer on the branch at this run; absent: none, or unknown. */
  readonly abandoned?: readonly string[] | undefined
}

/** The testbed of a record. */
export type HistoryTestbed = {
  readonly id: string
  /** SHA-256 of everything that affects its speed (driver, power limit, CPU …). */
  readonly sha256: string
}

/** Origin of a record, so that a reader can find the run. */
export type HistoryProvenance = {
  readonly tool: string
  readonly event: string
  readonly runUrl: string | null
  readonly configPath: string
  readonly configSha256: string
}

/** Result of one case. */
export type HistoryCase = {
  readonly suite: string
  readonly benchmark: string
  readonly axes: Axes
  readonly conditions: HistoryConditions
  readonly metrics: readonly HistoryMetric[]
}

/** Conditions that two runs of a case in one series share. */
export type HistoryConditions = {
  readonly datasetSha256: string
  /** SHA-256 of the argument list before placeholders are filled, with the variables set for it. */
  readonly commandSha256: string
  /** SHA-256 of the hashes of the model files. */
  readonly filesSha256: string
  readonly resultRows: number | null
}

/** Samples of one metric. */
export type HistoryMetric = Metric & {
  /** One value per counted trial, in the unit of the metric. */
  readonly samples: readonly number[]
}

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

import type { Axes } from '../core/case.ts'
import type { Metric } from '../core/metric.ts'

export const historyVersion = 1

/** More tell nothing that these do not, and every run on the default branch is kept for ever. */
export const mostSamplesKept = 50

/** What one run on the default branch measured: a line of the data branch. */
export type HistoryRecord = {
  readonly schemaVersion: typeof historyVersion
  /** Tells a run that is told twice from one that was made twice. */
  readonly runId: string
  readonly commit: string
  /** Number of commits that lead to this one, itself among them: grows along the branch, whatever the clocks say. */
  readonly order: number
  /** ISO 8601, UTC. */
  readonly committedAt: string
  readonly measuredAt: string
  readonly testbed: HistoryTestbed
  readonly provenance: HistoryProvenance
  readonly cases: readonly HistoryCase[]
}

export type HistoryTestbed = {
  readonly id: string
  /** SHA-256 of all that decides about its speed (driver, power limit, CPU …). */
  readonly sha256: string
}

/** Where a record comes from, so that a reader can find the run again. */
export type HistoryProvenance = {
  readonly tool: string
  readonly event: string
  readonly runUrl: string | null
  readonly configPath: string
  readonly configSha256: string
}

export type HistoryCase = {
  readonly suite: string
  readonly benchmark: string
  readonly axes: Axes
  readonly conditions: HistoryConditions
  readonly metrics: readonly HistoryMetric[]
}

/** What must agree before two runs of a case are put into one series. */
export type HistoryConditions = {
  readonly datasetSha256: string
  /** SHA-256 of the argument list before placeholders were filled, with the variables that were set for it. */
  readonly commandSha256: string
  /** SHA-256 of the hashes of the files that make up the model. */
  readonly filesSha256: string
  readonly resultRows: number | null
}

export type HistoryMetric = Metric & {
  /** One value per trial that counted, in the unit of the metric. */
  readonly samples: readonly number[]
}

/** The same for two records that tell of the same run. */
export function formatRecordIdentity({ runId, commit, testbed }: HistoryRecord): string {
  return JSON.stringify([runId, commit, testbed.id])
}

/** Ascending by commit, runs of one commit by time; a run that is told twice counts once, as it was told first. */
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

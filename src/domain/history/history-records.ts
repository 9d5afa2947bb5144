import { interpolateQuantile } from '../detection/noise/order-statistics.ts'
import type { HistoryRecord } from '../../record/history.ts'
import { formatCaseId, type CaseKey } from '../core/case.ts'
import type { Metric } from '../core/metric.ts'
import { UserError } from '../core/errors.ts'

/** Result of one run for one metric of one case: the history keeps it per commit. */
export type HistoryPoint = {
  readonly commit: string
  /** Position of the commit on the default branch, ascending; commit times are not monotonic. */
  readonly order: number
  /** Time of measurement, ISO 8601, UTC. */
  readonly time: string
  readonly testbedId: string
  /**
   * All other conditions of a value (dataset, command, driver …) as one string. Values with different conditions are
   * not compared.
   */
  readonly conditions: string
  /** One value per counted trial, in the unit of the metric. Empty: a gap, not zero. */
  readonly samples: readonly number[]
}

/** Value of a run: the median of its finite samples; NaN without any. */
export function computePointValue({ samples }: Pick<HistoryPoint, 'samples'>): number {
  return interpolateQuantile(Float64Array.from(samples.filter(Number.isFinite)).toSorted(), 0.5)
}

/** Where a commit is on the default branch. */
export type CommitPosition = {
  /** Number of ancestors, including the commit itself. */
  readonly order: number
  /** ISO 8601, UTC. */
  readonly committedAt: string
}

/** Identity of the run of a record; equal for duplicate records. */
export function formatRecordIdentity({ runId, commit, testbed }: HistoryRecord): string {
  return JSON.stringify([runId, commit, testbed.id])
}

/** Sorts ascending by commit, runs of one commit by time. Of duplicate records only the first counts. */
export function selectDistinctRecords(records: readonly HistoryRecord[]): HistoryRecord[] {
  const groups = Map.groupBy(records, formatRecordIdentity)
  return [...groups.values()]
    .flatMap(([first]) => first ?? [])
    .toSorted((one, other) => one.order - other.order || Date.parse(one.measuredAt) - Date.parse(other.measuredAt))
}

/**
 * Leaves out the commits that a force push took out of the branch. Of two commits of which neither descends from the
 * other, the one of the newer run is on the branch, so a reset can be undone, and a run that is recorded late takes
 * nothing out.
 */
export function withoutAbandoned(records: readonly HistoryRecord[]): HistoryRecord[] {
  const isOnBranch = new Map<string, boolean>()
  const newestFirst = records.toSorted((one, other) => Date.parse(other.measuredAt) - Date.parse(one.measuredAt))
  for (const { commit, abandoned = [] } of newestFirst) {
    if (!isOnBranch.has(commit))
      isOnBranch.set(
        commit,
        abandoned.every((other) => isOnBranch.get(other) !== true),
      )
    if (isOnBranch.get(commit) === false) continue
    for (const other of abandoned) if (!isOnBranch.has(other)) isOnBranch.set(other, false)
  }
  return records.filter(({ commit }) => isOnBranch.get(commit) !== false)
}

/** All runs of one metric of one case on one testbed under one set of conditions, in commit order. */
export type MetricHistory = {
  readonly id: string
  readonly key: CaseKey
  readonly metric: Metric
  readonly points: readonly HistoryPoint[]
}

/**
 * Collects the histories that `latest` continues. Metrics that it did not measure, or measured under other conditions,
 * are left out. `records` are in order and include it.
 */
export function collectContinuedHistories(
  records: readonly HistoryRecord[],
  latest: HistoryRecord,
  isTracked: IsTracked,
): MetricHistory[] {
  // Points from before the wanted direction changed are another series.
  const toSeries = ({ id, metric }: MetricHistory): string => `${id} ${metric.betterWhen}`
  const known = new Map(collectMetricHistories(records, isTracked).map((history) => [toSeries(history), history]))
  return collectMetricHistories([latest], isTracked).map((history) => known.get(toSeries(history)) ?? history)
}

/** Collects all histories of records, which are in order. */
export function collectMetricHistories(records: readonly HistoryRecord[], isTracked: IsTracked): MetricHistory[] {
  const found = new Map<string, MetricHistory & { readonly points: HistoryPoint[] }>()
  for (const record of records)
    for (const { point, ...of } of listPoints(record, isTracked)) {
      const series = `${of.id} ${of.metric.betterWhen}`
      const known = found.get(series) ?? { ...of, points: [] }
      known.points.push(point)
      found.set(series, known)
    }
  return [...found.values()]
}

type IsTracked = (metric: Metric) => boolean

/** The conditions include the testbed's fingerprint, because a new driver is not a change of the program. */
function listPoints(record: HistoryRecord, isTracked: IsTracked) {
  const { commit, order, measuredAt, testbed } = record
  return record.cases.flatMap(({ suite, benchmark, axes, conditions: own, metrics }) => {
    const key = { suite, benchmark, axes }
    const { datasetSha256, commandSha256, filesSha256, resultRows } = own
    const conditions = JSON.stringify([testbed.sha256, datasetSha256, commandSha256, filesSha256, resultRows])
    return metrics.filter(isTracked).map(({ samples, ...metric }) => ({
      id: JSON.stringify([formatCaseId(key), metric.name, metric.unit, testbed.id, conditions]),
      key,
      metric,
      point: { commit, order, time: measuredAt, testbedId: testbed.id, conditions, samples },
    }))
  })
}

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

/** Finds the last run of a commit and those around it. `records` are in order; `label` is for people. */
export function findAnchor(records: readonly HistoryRecord[], label: string, commit: string): AnchorRecord {
  const at = records.findLastIndex((record) => record.commit === commit)
  const around = at < 0 ? [] : records.slice(Math.max(0, at - runsAround), at + runsAround + 1)
  return { label, record: records[at] ?? null, around }
}

/**
 * Parses `A..B`; `A..` ends at HEAD.
 *
 * @throws UserError for another form
 */
export function parseRevisionRange(text: string): { readonly from: string; readonly to: string } {
  const [, from, to] = /^(.+?)(?<!\.)\.\.(?!\.)(.*)$/u.exec(text) ?? []
  if (from !== undefined && to !== undefined && !to.includes('..')) return { from, to: to === '' ? 'HEAD' : to }
  throw new UserError(
    `${JSON.stringify(text)} is not a range`,
    'Write A..B: the commits of B after A, such as v1.0..main.',
  )
}

/**
 * Selects every `every`-th of the commits of a range, counted back from the last one, so that the newest is included.
 *
 * @param commits oldest first
 */
export function selectEvery<Commit>(commits: readonly Commit[], every: number): Commit[] {
  return commits.filter((_commit, index) => (commits.length - 1 - index) % every === 0)
}

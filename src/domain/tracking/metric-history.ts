import { formatCaseId, type CaseKey } from '../core/case.ts'
import type { HistoryPoint } from '../history/history-point.ts'
import type { Metric } from '../core/metric.ts'
import type { HistoryCase, HistoryRecord } from '../../record/history.ts'

/** All runs of one metric of one case on one testbed under one set of conditions, in commit order. */
export type MetricHistory = {
  readonly id: string
  readonly key: CaseKey
  readonly metric: Metric
  readonly points: readonly HistoryPoint[]
}

/** Whether a metric is tracked. */
export type IsTracked = (metric: Metric) => boolean

/**
 * Collects the histories that `latest` continues. Metrics that it did not measure, or measured under other conditions,
 * are left out. `records` are in order and include it.
 */
export function collectContinuedHistories(
  records: readonly HistoryRecord[],
  latest: HistoryRecord,
  isTracked: IsTracked,
): MetricHistory[] {
  const histories = collectMetricHistories([latest], isTracked)
  const points = new Map(histories.map(({ id }): [string, HistoryPoint[]] => [id, []]))
  const directions = new Map(histories.map(({ id, metric }) => [id, metric.betterWhen]))
  for (const record of records)
    collect(record, isTracked, (id, point, { metric }) => {
      // Points from before the wanted direction changed are another series.
      if (metric.betterWhen === directions.get(id)) points.get(id)?.push(point)
    })
  return histories.map((history) => ({ ...history, points: points.get(history.id) ?? [] }))
}

/** Collects all histories of records, which are in order. */
export function collectMetricHistories(records: readonly HistoryRecord[], isTracked: IsTracked): MetricHistory[] {
  const found = new Map<string, MetricHistory & { readonly points: HistoryPoint[] }>()
  for (const record of records) {
    collect(record, isTracked, (id, point, of) => {
      const series = `${id} ${of.metric.betterWhen}`
      const known = found.get(series) ?? { id, ...of, points: [] }
      known.points.push(point)
      found.set(series, known)
    })
  }
  return [...found.values()]
}

type PointCallback = (id: string, point: HistoryPoint, of: { readonly key: CaseKey; readonly metric: Metric }) => void

function collect(record: HistoryRecord, isTracked: IsTracked, add: PointCallback): void {
  for (const item of record.cases) {
    const { suite, benchmark, axes } = item
    const key = { suite, benchmark, axes }
    const name = formatCaseId(key)
    const conditions = formatConditions(record, item)
    for (const { samples, ...metric } of item.metrics) {
      if (!isTracked(metric)) continue
      const id = JSON.stringify([name, metric.name, metric.unit, record.testbed.id, conditions])
      add(id, toPoint(record, conditions, samples), { key, metric })
    }
  }
}

/** The conditions include the testbed's fingerprint, because a new driver is not a change of the program. */
function formatConditions({ testbed }: HistoryRecord, { conditions }: HistoryCase): string {
  const { datasetSha256, commandSha256, filesSha256, resultRows } = conditions
  return JSON.stringify([testbed.sha256, datasetSha256, commandSha256, filesSha256, resultRows])
}

function toPoint(record: HistoryRecord, conditions: string, samples: readonly number[]): HistoryPoint {
  const { commit, order, measuredAt, testbed } = record
  return { commit, order, time: measuredAt, testbedId: testbed.id, conditions, samples }
}

import type { Baseline } from '../../domain/baselines/baseline.ts'
import { formatAxes } from '../../domain/core/case.ts'
import { estimateNoiseFloor } from '../../domain/noise/noise-floor.ts'
import type { NoiseRecord } from '../../domain/noise/noise.ts'
import { formatShare } from '../../domain/core/numbers.ts'
import { summarize } from '../../domain/core/statistics.ts'
import type { BaselineMetric } from '../../record/baseline.ts'

/** Formats commit, date and run of a baseline. */
export function formatProvenance({ provenance }: Baseline): string {
  return `${provenance.commit.slice(0, 7)}  ${provenance.recordedAt.slice(0, 10)}  run ${provenance.runId}`
}

/** Formats one line per metric. */
export function formatBaselineLines({ cases }: Baseline): string[] {
  return cases.flatMap((item) =>
    item.metrics.map((metric) => {
      const { count, median, min, max } = summarize(metric.samples)
      return `  ${item.benchmark} ${formatAxes(item.axes)}  ${metric.name}  ${median.toPrecision(4)} ${metric.unit}  (${count} runs, ${min.toPrecision(4)} to ${max.toPrecision(4)})${formatAnchor(metric)}`
    }),
  )
}

/** Formats the anchor that a refresh is also compared with. */
function formatAnchor({ anchor, unit }: BaselineMetric): string {
  if (!anchor) return ''
  const { median, commit, recordedAt } = anchor
  return `  anchor ${median.toPrecision(4)} ${unit} of ${commit.slice(0, 7)}, ${recordedAt.slice(0, 10)}`
}

/** Formats the number of sessions and the newest one. */
export function formatNoiseProvenance({ cases }: NoiseRecord): string {
  const sessions = cases.flatMap((item) => item.metrics.flatMap((metric) => metric.sessions))
  const newest = sessions.toSorted((a, b) => Date.parse(b.recordedAt) - Date.parse(a.recordedAt))[0]
  const runs = new Set(sessions.map((session) => session.runId)).size
  const last = newest ? `, the last ${newest.recordedAt.slice(0, 10)}  run ${newest.runId}` : ''
  return `${runs} session${runs === 1 ? '' : 's'}${last}`
}

/** Formats one line per metric with known noise. */
export function formatNoiseLines({ cases }: NoiseRecord): string[] {
  return cases.flatMap((item) =>
    item.metrics.flatMap(({ name, sessions }) => {
      const floor = estimateNoiseFloor(sessions.map(({ samples }) => samples))
      if (!floor) return []
      const between =
        floor.sessionDeviation === null ? '' : `, ${formatShare(floor.sessionDeviation)} from session to session`
      const size = `${floor.runs} runs in ${floor.sessions} session${floor.sessions === 1 ? '' : 's'}`
      return `  ${item.suite}/${item.benchmark} ${formatAxes(item.axes)}  ${name}  CV ${formatShare(floor.cv)}, without outliers ${formatShare(floor.robustCv)}${between}  (${size})`
    }),
  )
}

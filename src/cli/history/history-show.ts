import { isGateMetric } from '../../domain/verdict/gate.ts'
import { computePointValue } from '../../domain/history/history-point.ts'
import { collectMetricHistories, type MetricHistory } from '../../domain/tracking/metric-history.ts'
import { formatSeriesName } from '../../domain/tracking/shift.ts'
import { formatSparkline } from '../../reporters/drawing.ts'
import { readHistory, type Selection, type TestbedHistory } from './history-view.ts'
import { print } from '../terminal.ts'

/** Options of `warpgauge history show`. */
export type ShowOptions = Selection

/** Prints the runs of every metric, as text or JSON. */
export async function showHistory(options: ShowOptions): Promise<void> {
  const { histories } = await readHistory(options)
  if (options.format === 'json') {
    const all = histories.map(({ testbedId, records }) => ({
      testbedId,
      series: selectSeries({ testbedId, records }, options),
    }))
    print(JSON.stringify(all, null, 2))
    return
  }
  for (const { testbedId, records } of histories) {
    const [first, last] = [records[0], records.at(-1)]
    if (!first || !last) continue
    print(
      `${testbedId}  ${records.length} ${records.length === 1 ? 'run' : 'runs'}, ${first.commit.slice(0, 7)} to ${last.commit.slice(0, 7)}`,
    )
    for (const history of selectSeries({ testbedId, records }, options)) print(`  ${formatSeries(history)}`)
  }
}

function selectSeries({ records }: TestbedHistory, { metric }: Selection): MetricHistory[] {
  return collectMetricHistories(records, ({ name }) => isGateMetric(name, [metric]))
}

function formatSeries({ key, metric, points }: MetricHistory): string {
  const values = points.map(computePointValue)
  const series = { title: metric.name, unit: metric.unit, values: values.slice(-60), levels: values.slice(-60) }
  return `${formatSeriesName(key, metric)}  ${formatSparkline(series)}`
}

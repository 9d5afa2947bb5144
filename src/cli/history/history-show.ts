import { isGateMetric } from '../../domain/verdict/gate.ts'
import { pointValue } from '../../domain/history/history-point.ts'
import { metricHistories, type MetricHistory } from '../../domain/tracking/metric-history.ts'
import { seriesName } from '../../domain/tracking/shift.ts'
import { chartText } from '../../reporters/history-chart.ts'
import { readHistory, type Selection, type TestbedHistory } from './history-view.ts'
import { print } from '../terminal.ts'

export type ShowOptions = Selection

/** Prints every metric's runs, or as JSON its points. */
export async function showHistory(options: ShowOptions): Promise<void> {
  const { histories } = await readHistory(options)
  if (options.format === 'json') {
    const all = histories.map(({ testbedId, records }) => ({
      testbedId,
      series: seriesOf({ testbedId, records }, options),
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
    for (const history of seriesOf({ testbedId, records }, options)) print(`  ${lineOf(history)}`)
  }
}

function seriesOf({ records }: TestbedHistory, { metric }: Selection): MetricHistory[] {
  return metricHistories(records, ({ name }) => isGateMetric(name, [metric]))
}

function lineOf({ key, metric, points }: MetricHistory): string {
  const values = points.map(pointValue)
  const series = { title: metric.name, unit: metric.unit, values: values.slice(-60), levels: values.slice(-60) }
  return `${seriesName(key, metric)}  ${chartText(series)}`
}

import type { PastRuns, Report } from '../../domain/verdict/report.ts'
import { drawSparkline } from '../chart.ts'
import { say, type Content } from '../content.ts'
import { chooseChartScale, formatPair, formatValue } from '../markdown/numbers.ts'
import { createColumns, createPart, type Part } from '../part.ts'
import { formatCaseName, formatMetricName } from './labels.ts'

const mostPoints = 60

/** Builds a chart for the gate that differs most from its earlier runs, and sparklines for all. */
export function buildPastRuns(report: Report): Part[] {
  const known = sortByDistance(report)
  const [first] = known
  if (!first) return []
  const lead = [
    say`Median ${formatMetricName(first.metric)} of ${formatCaseName(first, report.testbed)}. The last point is this run; the others are runs of unchanged code on this testbed.`,
  ]
  return [
    createPart({
      title: say`Earlier runs`,
      importance: 10,
      isFolded: true,
      noun: 'earlier runs',
      lead,
      chart: buildChart(first),
    }),
    createPart({
      title: say`Earlier runs as text`,
      importance: 10,
      isFolded: true,
      noun: 'earlier runs',
      body: {
        kind: 'table',
        columns: createColumns('Case', 'Metric', 'Earlier runs and this run', '#Earlier range', '#This run'),
        rows: known.map((past) => buildRow(past, report.testbed)),
      },
    }),
  ]
}

function buildChart(past: PastRuns) {
  const values = listPoints(past)
  const { factor, unit } = chooseChartScale(Math.max(...values.map(Math.abs)), past.unit)
  return {
    title: past.metric,
    xTitle: 'sessions, newest last',
    points: null,
    yTitle: unit === '' ? 'value' : unit,
    series: [{ kind: 'line' as const, name: 'median of a session', values: values.map((value) => value * factor) }],
  }
}

function buildRow(past: PastRuns, testbed: Report['testbed']): Content[] {
  const { medians, now, unit } = past
  const range = formatPair(Math.min(...medians), Math.max(...medians), unit).join(' to ')
  return [
    formatCaseName(past, testbed),
    formatMetricName(past.metric),
    say`${drawSparkline(listPoints(past))}`,
    say`${range}`,
    say`${formatValue(now, unit)}`,
  ]
}

function listPoints({ medians, now }: PastRuns): number[] {
  return [...medians.slice(1 - mostPoints), now]
}

/** Sorts by the distance from the median of earlier runs, largest first. */
function sortByDistance({ pastRuns: known = [] }: Report): PastRuns[] {
  return known.toSorted((a, b) => computeDistance(b) - computeDistance(a))
}

function computeDistance({ medians, now }: PastRuns): number {
  const middle = medians.toSorted((a, b) => a - b)[Math.floor(medians.length / 2)] ?? now
  return middle === 0 ? 0 : Math.abs(now / middle - 1)
}

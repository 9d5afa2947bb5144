import type { PastRuns, Report } from '../../domain/verdict/report.ts'
import { sparkline } from '../chart.ts'
import { say, type Content } from '../content.ts'
import { chartScale, formatPair, formatValue } from '../markdown/numbers.ts'
import { columns, part, type Part } from '../part.ts'
import { caseName, metricName } from './words.ts'

const mostPoints = 60

/** The gate that matters most among its earlier runs as a chart, the others as rows of blocks. */
export function pastRuns(report: Report): Part[] {
  const known = sortedByWeight(report)
  const [first] = known
  if (!first) return []
  const lead = [
    say`${metricName(first.metric)} of ${caseName(first)}; the last point is this run, the others are runs of unchanged code on this testbed.`,
  ]
  return [
    part({ title: say`Earlier runs`, importance: 8, lead, chart: chartOf(first) }),
    part({
      title: say`Earlier runs as text`,
      importance: 10,
      isFolded: true,
      noun: 'histories',
      body: {
        kind: 'table',
        columns: columns('Case', 'Metric', 'Earlier runs, then this one', '#Range before', '#This run'),
        rows: known.map(rowOf),
      },
    }),
  ]
}

function chartOf(past: PastRuns) {
  const values = pointsOf(past)
  const { factor, unit } = chartScale(Math.max(...values.map(Math.abs)), past.unit)
  return {
    title: past.metric,
    xTitle: 'sessions, newest last',
    points: null,
    yTitle: unit === '' ? 'value' : unit,
    series: [{ kind: 'line' as const, name: 'median of a session', values: values.map((value) => value * factor) }],
  }
}

function rowOf(past: PastRuns): Content[] {
  const { medians, now, unit } = past
  const range = formatPair(Math.min(...medians), Math.max(...medians), unit).join(' to ')
  return [
    caseName(past),
    metricName(past.metric),
    say`${sparkline(pointsOf(past))}`,
    say`${range}`,
    say`${formatValue(now, unit)}`,
  ]
}

function pointsOf({ medians, now }: PastRuns): number[] {
  return [...medians.slice(1 - mostPoints), now]
}

/** Farthest from what it used to be first. */
function sortedByWeight({ pastRuns: known = [] }: Report): PastRuns[] {
  return known.toSorted((a, b) => distance(b) - distance(a))
}

function distance({ medians, now }: PastRuns): number {
  const middle = medians.toSorted((a, b) => a - b)[Math.floor(medians.length / 2)] ?? now
  return middle === 0 ? 0 : Math.abs(now / middle - 1)
}

import { drawSparkline, drawTextBar, type Chart } from '../chart.ts'
import { toPlainText } from '../visible-text.ts'
import { measureWidth, wrap } from './layout.ts'

const widestBar = 40
const narrowestBar = 10
const widestLabel = 16

/** Draws a chart for a terminal: one bar per point with dots up to the first line, or a sparkline. */
export function drawChart(chart: Chart, columns: number): string[] {
  const [first, line] = chart.series
  if (!first) return []
  if (first.kind === 'line' || chart.points === null) return wrap(drawSparkline(first.values), columns)
  const labels = chart.points.map((point) => toPlainText(point, widestLabel))
  const title = toPlainText(chart.xTitle, widestLabel)
  const labelWidth = Math.max(...[title, ...labels].map(measureWidth))
  const width = Math.max(narrowestBar, Math.min(widestBar, columns - labelWidth - 10))
  const highest = Math.max(...chart.series.flatMap(({ values }) => values))
  const rows = first.values.map((value, index) => {
    const bar = drawTextBar(value / highest, width)
    const upTo = Math.round(((line?.values[index] ?? 0) / highest) * width)
    const dots = '·'.repeat(Math.max(0, upTo - measureWidth(bar)))
    return `${(labels[index] ?? '').padStart(labelWidth)}  ${bar}${dots} ${Number(value.toPrecision(3))}`
  })
  const all = [title.padStart(labelWidth), ...rows]
  return line ? [...all, ...wrap(`Bars: ${first.name}; dots up to ${line.name}.`, columns)] : all
}

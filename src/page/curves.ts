import uPlot from 'uplot'
import type { Axis, Curve, CurveMark, CurvesChart } from '../domain/report/block.ts'
import { computeRange } from './axes.ts'
import { createElement, drawToWidth } from './dom.ts'
import { createFiguresTable, formatFigure, formatWithUnit } from './text.ts'
import { axisStyle, onThemeChange, readColor, readSeriesColor } from './theme.ts'

const height = 300
/** Lines with at most this many points show each point; a single point draws no line. */
const fewPoints = 20
const manyPoints = 60

/** Creates the drawing of curves over a common axis, with ranges and marks, and the table of its points. */
export function createCurvesNodes(block: CurvesChart): HTMLElement[] {
  const { title, curves, x, y } = block
  const place = createElement('div', { class: 'chart', role: 'img', 'aria-label': describeCurves(block) })
  const readout = createElement('p', { class: 'readout', 'aria-hidden': 'true' })
  let chart: uPlot | null = null
  drawToWidth(place, (width) => {
    if (chart) chart.setSize({ width, height })
    else chart = draw(block, width, place, readout)
  })
  onThemeChange(() => chart?.redraw(false, true))
  const legend = curves.map(({ name, style }, index) => {
    const swatch = `swatch ${style} series-${index % 8}`
    return createElement('li', {}, createElement('span', { class: swatch, 'aria-hidden': 'true' }), name)
  })
  const titles = ['Curve', formatAxisTitle(x), formatAxisTitle(y), 'Low', 'High', 'Note']
  const figures = createFiguresTable(title, titles, () =>
    curves.flatMap(({ name, points }) =>
      points.map((point) => [
        name,
        formatPosition(point.x, x),
        ...[point.y, point.low, point.high].map((one) => (one === undefined ? '–' : formatFigure(one))),
        point.note ?? '',
      ]),
    ),
  )
  return [createElement('ul', { class: 'legend' }, ...legend), place, readout, figures]
}

function draw(block: CurvesChart, width: number, place: HTMLElement, readout: HTMLElement): uPlot {
  const { curves, x, y, marks } = block
  // One list of x values for all curves; uPlot bridges the gaps.
  const xs = [...new Set(curves.flatMap(({ points }) => points.map((point) => point.x)))].toSorted((a, b) => a - b)
  const ys = curves.map(({ points }) => {
    const known = new Map(points.map((point) => [point.x, point.y]))
    return xs.map((at) => known.get(at))
  })
  const all = curves.flatMap(({ points }) => points.flatMap(({ y: at, low = at, high = at }) => [at, low, high]))
  const range = computeRange(all, y.isFromZero)
  const xRange = computeRange(xs, x.isFromZero)
  const options: uPlot.Options = {
    width,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 8 } },
    scales: { x: { time: false, range: () => xRange }, y: { range: () => range } },
    axes: [createAxis(x, true), createAxis(y, false)],
    series: [{}, ...curves.map(createSeries)],
    hooks: {
      draw: [(chart) => drawRanges(chart, curves), (chart) => drawMarks(chart, marks)],
      setCursor: [(chart) => showReadout(chart, block, readout)],
    },
  }
  return new uPlot(options, [xs, ...ys], place)
}

function createSeries({ name, style, points }: Curve, index: number): uPlot.Series {
  const readStroke = (): string => readSeriesColor(index)
  const common: uPlot.Series = { label: name, stroke: readStroke, width: 2, spanGaps: true }
  switch (style) {
    case 'dots':
      return {
        ...common,
        paths: () => null,
        points: { show: true, size: points.length > manyPoints ? 5 : 9, fill: readStroke, stroke: readStroke },
      }
    case 'line':
      return { ...common, points: { show: points.length <= fewPoints, size: 5, fill: readStroke } }
    case 'dashes':
      return { ...common, dash: [6, 5], points: { show: false } }
    case 'steps': {
      const paths = uPlot.paths.stepped?.({ align: 1 })
      return { ...common, ...(paths && { paths }), points: { show: false } }
    }
    default:
      return style satisfies never
  }
}

function createAxis(axis: Axis, isAcross: boolean): uPlot.Axis {
  const { words, unit } = axis
  return {
    ...axisStyle,
    label: formatAxisTitle(axis),
    labelSize: 22,
    labelFont: '13px system-ui, sans-serif',
    size: isAcross ? 36 : 64,
    ...((words || axis.isWhole) && { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500], space: 60 }),
    values: (_chart, splits) =>
      splits.map((value) =>
        words ? (words[value] ?? '') : formatWithUnit(value, unit === '×' || unit === '%' ? unit : ''),
      ),
  }
}

function drawRanges(chart: uPlot, curves: readonly Curve[]): void {
  const { ctx } = chart
  ctx.save()
  ctx.lineWidth = devicePixelRatio
  for (const [index, { points }] of curves.entries()) {
    ctx.strokeStyle = readSeriesColor(index)
    for (const { x, low, high } of points) {
      if (low === undefined || high === undefined) continue
      const at = chart.valToPos(x, 'x', true)
      ctx.beginPath()
      ctx.moveTo(at, chart.valToPos(low, 'y', true))
      ctx.lineTo(at, chart.valToPos(high, 'y', true))
      ctx.stroke()
    }
  }
  ctx.restore()
}

function drawMarks(chart: uPlot, marks: readonly CurveMark[]): void {
  const { ctx, bbox } = chart
  ctx.save()
  ctx.lineJoin = 'round'
  ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`
  for (const [index, { x, label, tone }] of marks.entries()) {
    const at = chart.valToPos(x, 'x', true)
    ctx.lineWidth = 2 * devicePixelRatio
    ctx.strokeStyle = ctx.fillStyle = readColor(`tone-${tone}`)
    ctx.setLineDash(tone === 'quiet' ? [4, 4] : [])
    ctx.beginPath()
    ctx.moveTo(at, bbox.top)
    ctx.lineTo(at, bbox.top + bbox.height)
    ctx.stroke()
    const isLate = at > bbox.left + bbox.width * 0.7
    const left = at + (isLate ? -5 : 5) * devicePixelRatio
    const top = bbox.top + (14 + (index % 3) * 15) * devicePixelRatio
    ctx.textAlign = isLate ? 'right' : 'left'
    ctx.setLineDash([])
    ctx.strokeStyle = readColor('ground')
    ctx.lineWidth = 4 * devicePixelRatio
    ctx.strokeText(label, left, top)
    ctx.fillText(label, left, top)
  }
  ctx.restore()
}

function showReadout(chart: uPlot, { curves, x, y }: CurvesChart, readout: HTMLElement): void {
  const { idx } = chart.cursor
  const place = idx === null || idx === undefined ? undefined : chart.data[0][idx]
  if (place === undefined) return void (readout.textContent = '')
  const values = curves.flatMap(({ name, points }) => {
    const point = points.find((one) => one.x === place)
    return point ? [`${name} ${formatWithUnit(point.y, y.unit)}${point.note ? ` (${point.note})` : ''}`] : []
  })
  readout.textContent = [formatPosition(place, x), ...values].join(' · ')
}

function formatPosition(place: number, { words, unit }: Axis): string {
  return words ? (words[place] ?? String(place)) : formatWithUnit(place, unit)
}

function formatAxisTitle({ label, unit }: Axis): string {
  return unit === '' || unit === '×' ? label : `${label} (${unit})`
}

function describeCurves({ title, curves, marks, x, y }: CurvesChart): string {
  const names = curves.map(({ name, points }) => `${name}, ${points.length} points`)
  const marked = marks.map(({ label }) => label)
  return [`${title}: ${formatAxisTitle(y)} over ${formatAxisTitle(x)}`, ...names, ...marked].join('; ')
}

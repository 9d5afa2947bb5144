import uPlot from 'uplot'
import type { Curve, CurveMark, CurvesBlock, PageAxis } from '../domain/page/page.ts'
import { element } from './dom.ts'
import { drawnToWidth } from './lazily.ts'
import { figuresTable } from './tables.ts'
import { figure, textNodes, withUnit } from './text.ts'
import { colour, onThemeChange, seriesColour } from './theme.ts'

const height = 300
/** A line of so few points shows each of them: one by itself would be no line at all. */
const fewPoints = 20
const manyPoints = 60

/** Curves over a common axis, with their ranges and marks. */
export function curvesNode(block: CurvesBlock): HTMLElement {
  const { title, curves, notes } = block
  const place = element('div', { class: 'chart', role: 'img', 'aria-label': wordsOf(block) })
  const readout = element('p', { class: 'readout', 'aria-hidden': 'true' })
  let chart: uPlot | null = null
  drawnToWidth(place, (width) => {
    if (chart) chart.setSize({ width, height })
    else chart = draw(block, width, { place, readout })
  })
  onThemeChange(() => chart?.redraw(false, true))
  const titles = ['Curve', axisTitle(block.x), axisTitle(block.y), 'Low', 'High', 'Remark']
  return element(
    'figure',
    { class: 'curves' },
    element('figcaption', {}, element('h3', {}, title)),
    legend(curves),
    place,
    readout,
    ...notes.map((note) => element('p', { class: 'hint' }, ...textNodes(note))),
    figuresTable(title, titles, () => curves.flatMap((curve) => rowsOf(curve, block.x))),
  )
}

type Places = { readonly place: HTMLElement; readonly readout: HTMLElement }

function draw(block: CurvesBlock, width: number, { place, readout }: Places): uPlot {
  const { data, xs } = aligned(block.curves)
  const all = block.curves.flatMap(({ points }) => points.flatMap(({ y, low = y, high = y }) => [y, low, high]))
  const range = rangeOf(all, block.y.isFromZero)
  const room = rangeOf(xs, block.x.isFromZero)
  const options: uPlot.Options = {
    width,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 8 } },
    scales: { x: { time: false, range: () => room }, y: { range: () => range } },
    axes: [axisOf(block.x, true), axisOf(block.y, false)],
    series: [{}, ...block.curves.map(seriesOf)],
    hooks: {
      draw: [(chart) => drawRanges(chart, block.curves), (chart) => drawMarks(chart, block.marks)],
      setCursor: [(chart) => tell(chart, block, readout)],
    },
  }
  return new uPlot(options, data, place)
}

/** All curves on one list of places; where a curve has no point of its own, it goes on to its next. */
function aligned(curves: readonly Curve[]): { readonly data: uPlot.AlignedData; readonly xs: number[] } {
  const xs = [...new Set(curves.flatMap(({ points }) => points.map(({ x }) => x)))].toSorted(
    (one, other) => one - other,
  )
  const ys = curves.map(({ points }) => {
    const known = new Map(points.map(({ x, y }) => [x, y]))
    return xs.map((x) => known.get(x))
  })
  return { data: [xs, ...ys], xs }
}

function seriesOf({ name, style, points }: Curve, index: number): uPlot.Series {
  const stroke = (): string => seriesColour(index)
  const common: uPlot.Series = { label: name, stroke, width: 2, spanGaps: true }
  switch (style) {
    case 'dots':
      return {
        ...common,
        paths: () => null,
        points: { show: true, size: points.length > manyPoints ? 5 : 9, fill: stroke, stroke },
      }
    case 'line':
      return { ...common, points: { show: points.length <= fewPoints, size: 5, fill: stroke } }
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

function axisOf(axis: PageAxis, isAcross: boolean): uPlot.Axis {
  const { words, unit } = axis
  return {
    label: axisTitle(axis),
    labelSize: 22,
    labelFont: '13px system-ui, sans-serif',
    font: '12px system-ui, sans-serif',
    stroke: () => colour('muted'),
    grid: { stroke: () => colour('grid'), width: 1 },
    ticks: { stroke: () => colour('grid'), width: 1 },
    size: isAcross ? 36 : 64,
    ...((words || axis.isWhole) && { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500], space: 60 }),
    values: (_chart, splits) =>
      splits.map((value) => (words ? (words[value] ?? '') : withUnit(value, unit === '×' || unit === '%' ? unit : ''))),
  }
}

function rangeOf(values: readonly number[], isFromZero: boolean): [number, number] {
  const finite = values.filter(Number.isFinite)
  const [low, high] = [Math.min(...finite), Math.max(...finite)]
  const room = high > low ? (high - low) * 0.06 : Math.abs(high) * 0.1 || 1
  return [isFromZero ? Math.min(0, low) : low - room, high + room]
}

function drawRanges(chart: uPlot, curves: readonly Curve[]): void {
  const { ctx } = chart
  ctx.save()
  ctx.lineWidth = devicePixelRatio
  for (const [index, { points }] of curves.entries()) {
    ctx.strokeStyle = seriesColour(index)
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
    ctx.strokeStyle = ctx.fillStyle = colour(`tone-${tone}`)
    ctx.setLineDash(tone === 'quiet' ? [4, 4] : [])
    ctx.beginPath()
    ctx.moveTo(at, bbox.top)
    ctx.lineTo(at, bbox.top + bbox.height)
    ctx.stroke()
    const isLate = at > bbox.left + bbox.width * 0.7
    const [left, top] = [
      at + (isLate ? -5 : 5) * devicePixelRatio,
      bbox.top + (14 + (index % 3) * 15) * devicePixelRatio,
    ]
    ctx.textAlign = isLate ? 'right' : 'left'
    ctx.setLineDash([])
    ctx.strokeStyle = colour('ground')
    ctx.lineWidth = 4 * devicePixelRatio
    ctx.strokeText(label, left, top)
    ctx.fillText(label, left, top)
  }
  ctx.restore()
}

function tell(chart: uPlot, { curves, x, y }: CurvesBlock, readout: HTMLElement): void {
  const { idx } = chart.cursor
  const place = idx === null || idx === undefined ? undefined : chart.data[0][idx]
  if (place === undefined) {
    readout.textContent = ''
    return
  }
  const told = curves.flatMap(({ name, points }) => {
    const point = points.find((one) => one.x === place)
    return point ? [`${name} ${withUnit(point.y, y.unit)}${point.note ? ` (${point.note})` : ''}`] : []
  })
  readout.textContent = [placeText(place, x), ...told].join(' · ')
}

function legend(curves: readonly Curve[]): HTMLElement {
  const items = curves.map(({ name, style }, index) =>
    element('li', {}, element('span', { class: `swatch ${style} series-${index % 8}`, 'aria-hidden': 'true' }), name),
  )
  return element('ul', { class: 'legend' }, ...items)
}

function rowsOf({ name, points }: Curve, x: PageAxis): string[][] {
  return points.map((point) => [
    name,
    placeText(point.x, x),
    figure(point.y),
    point.low === undefined ? '–' : figure(point.low),
    point.high === undefined ? '–' : figure(point.high),
    point.note ?? '',
  ])
}

function placeText(place: number, { words, unit }: PageAxis): string {
  return words ? (words[place] ?? String(place)) : withUnit(place, unit)
}

function axisTitle({ label, unit }: PageAxis): string {
  return unit === '' || unit === '×' ? label : `${label} (${unit})`
}

function wordsOf({ title, curves, marks, x, y }: CurvesBlock): string {
  const told = curves.map(({ name, points }) => `${name}, ${points.length} points`)
  const marked = marks.map(({ label }) => label)
  return [`${title}: ${axisTitle(y)} over ${axisTitle(x)}`, ...told, ...marked].join('; ')
}

import uPlot from 'uplot'
import type { BucketedTelemetry, TelemetryTrack } from '../domain/page/telemetry-buckets.ts'
import { telemetryQuantities } from '../domain/page/telemetry-quantities.ts'
import { createBucketDrawing, type BucketLine } from './bucket-drawing.ts'
import { createElement } from './dom.ts'
import { computeGapBuckets, findLargest } from './telemetry.ts'
import { formatWithUnit } from './text.ts'
import type { Range } from './time-view.ts'
import { readColor, onThemeChange, readSeriesColor } from './theme.ts'

/** Width of the y axis in pixels; the lanes above the charts use the same offset. */
export const axisWidth = 62

/** Space on the right in pixels. */
export const rightRoom = 12
const height = 118

/** The charts of a run, one below the other. */
export type GpuCharts = {
  readonly node: HTMLElement
  /** Shows a time range since the start of the run. */
  show(view: Range): void
  resize(width: number): void
  showQuantity(quantity: number, isShown: boolean): void
  showGpu(place: number, isShown: boolean): void
}

/** Input of the charts. */
export type ChartsInput = {
  readonly telemetry: BucketedTelemetry
  /** Milliseconds since the epoch. */
  readonly runStartMs: number
  readonly width: number
  readonly hidden: ReadonlySet<number>
  /** Called with a range in seconds that the reader selected. */
  readonly select: (fromSeconds: number, toSeconds: number) => void
}

type QuantityChart = { readonly chart: uPlot; readonly node: HTMLElement }

/** Creates a chart per quantity with a line per GPU. All charts share the time axis and the cursor. */
export function createGpuCharts(input: ChartsInput): GpuCharts {
  const charts = telemetryQuantities.map((_, quantity) => createQuantityChart(quantity, input))
  let view: Range = { fromMs: 0, toMs: 1 }
  const drawOne = ({ chart, node }: QuantityChart): void => {
    if (!node.hidden) chart.setScale('x', { min: view.fromMs / 1000, max: view.toMs / 1000 })
  }
  onThemeChange(() => charts.forEach(({ chart }) => chart.redraw(false, true)))
  return {
    node: createElement('div', { class: 'gpu-charts' }, ...charts.map(({ node }) => node)),
    show(shown) {
      view = shown
      charts.forEach(drawOne)
    },
    resize: (width) => charts.forEach(({ chart }) => chart.setSize({ width, height })),
    showQuantity(quantity, isShown) {
      const found = charts[quantity]
      if (!found) return
      found.node.hidden = !isShown
      drawOne(found)
    },
    showGpu: (place, isShown) => charts.forEach(({ chart }) => chart.setSeries(place + 1, { show: isShown })),
  }
}

function createQuantityChart(quantity: number, input: ChartsInput): QuantityChart {
  const { label, unit } = telemetryQuantities[quantity] ?? { label: '', unit: '' }
  const { telemetry } = input
  const readout = createElement('span', { class: 'readout' })
  const place = createElement('div', {
    class: 'chart',
    role: 'img',
    'aria-label': `${label} (${unit}) of each GPU over time`,
  })
  const node = createElement(
    'div',
    { class: 'quantity' },
    createElement('h4', {}, `${label} (${unit}) `, readout),
    place,
  )
  node.hidden = input.hidden.has(quantity)
  const top = unit === '%' ? 100 : (findLargest(telemetry, quantity) ?? 1) * 1.05 || 1
  const axis = createAxisStyle()
  const drawLines = createBucketDrawing({
    startSeconds: (telemetry.startMs - input.runStartMs) / 1000,
    bucketSeconds: telemetry.bucketMs / 1000,
    gapBuckets: computeGapBuckets(telemetry),
  })
  const options: uPlot.Options = {
    width: input.width,
    height,
    legend: { show: false },
    padding: [6, rightRoom, 0, 0],
    cursor: { sync: { key: 'gpus' }, drag: { x: true, y: false, setScale: false }, points: { show: false } },
    scales: { x: { time: false, range: (_chart, low, high) => [low, high] }, y: { range: () => [0, top] } },
    axes: [
      { ...axis, size: 26, values: (_chart, splits) => splits.map((value) => formatWithUnit(value, 's')) },
      { ...axis, size: axisWidth, space: 28 },
    ],
    series: [{}, ...telemetry.tracks.map(({ gpu }, index) => createSeries(gpu, index))],
    hooks: {
      setSelect: [(chart) => onSelect(chart, input)],
      setCursor: [(chart) => showReadout(chart, telemetry, { quantity, unit, readout })],
      draw: [(chart) => drawLines(chart, listLines(chart, telemetry.tracks, quantity))],
    },
  }
  const chart = new uPlot(options, toChartData(input, quantity))
  place.append(chart.root)
  return { node, chart }
}

function createAxisStyle(): uPlot.Axis {
  const line = { stroke: (): string => readColor('grid'), width: 1 }
  return { stroke: () => readColor('muted'), font: '12px system-ui, sans-serif', grid: line, ticks: line }
}

function createSeries(gpu: number, index: number): uPlot.Series {
  return { label: `GPU ${gpu}`, stroke: () => readSeriesColor(index), paths: () => null, points: { show: false } }
}

/** Lists the lines of the visible GPUs. */
function listLines({ series }: uPlot, tracks: readonly TelemetryTrack[], quantity: number): BucketLine[] {
  return tracks.flatMap(({ at, values }, place) => {
    const own = values[quantity]
    return own && series[place + 1]?.show !== false ? [{ at, ...own, color: readSeriesColor(place) }] : []
  })
}

function onSelect(chart: uPlot, { select }: ChartsInput): void {
  const { left, width } = chart.select
  if (width < 4) return
  const [from, to] = [chart.posToVal(left, 'x'), chart.posToVal(left + width, 'x')]
  chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  // The shared cursor selects in every chart; a hidden chart has no scale yet.
  if (Number.isFinite(from) && Number.isFinite(to)) select(from, to)
}

/** The points that the cursor finds: middle and maximum of each bucket. `createBucketDrawing` draws the lines. */
function toChartData({ telemetry, runStartMs }: ChartsInput, quantity: number): uPlot.AlignedData {
  const { startMs, bucketMs, tracks } = telemetry
  const buckets = 1 + Math.max(0, ...tracks.map(({ at }) => at.at(-1) ?? 0))
  const xs = Array.from({ length: buckets }, (_, at) => (startMs - runStartMs + (at + 0.5) * bucketMs) / 1000)
  const highs = tracks.map(({ at, values }) => {
    const own: (number | null)[] = Array.from({ length: buckets }, () => null)
    for (const [row, bucket] of at.entries()) own[bucket] = values[quantity]?.high[row] ?? null
    return own
  })
  return [xs, ...highs]
}

function showReadout(
  { cursor, data }: uPlot,
  telemetry: BucketedTelemetry,
  { quantity, unit, readout }: ReadoutTarget,
): void {
  const { idx } = cursor
  const time = idx === null || idx === undefined ? undefined : data[0][idx]
  if (idx === null || idx === undefined || time === undefined) {
    readout.textContent = ''
    return
  }
  const gap = computeGapBuckets(telemetry)
  const values = telemetry.tracks.flatMap(({ gpu, at, values: own }) => {
    const row = at.findLastIndex((bucket) => bucket <= idx)
    const [low, high] = [own[quantity]?.low[row] ?? null, own[quantity]?.high[row] ?? null]
    if (low === null || high === null || idx - (at[row] ?? 0) > gap) return []
    return [
      `GPU ${gpu} ${low === high ? formatWithUnit(low, unit) : `${formatWithUnit(low, '')} to ${formatWithUnit(high, unit)}`}`,
    ]
  })
  readout.textContent = [`at ${formatWithUnit(time, 's')}`, ...values].join(' · ')
}

type ReadoutTarget = { readonly quantity: number; readonly unit: string; readonly readout: HTMLElement }

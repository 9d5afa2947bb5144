import uPlot from 'uplot'
import { telemetryQuantities } from '../domain/page/telemetry-quantities.ts'
import type { TelemetryWindow, WindowTrack } from '../domain/page/telemetry-window.ts'
import { createBucketDrawing, type BucketLine } from './bucket-drawing.ts'
import { createElement } from './dom.ts'
import { formatWithUnit } from './text.ts'
import { readColor, onThemeChange, readSeriesColor } from './theme.ts'

/** Width of the y axis in pixels; the lanes above the charts use the same offset. */
export const axisWidth = 62

/** Space on the right in pixels. */
export const rightRoom = 12
const height = 118

/** The charts of a run, one below the other. */
export type GpuCharts = {
  readonly node: HTMLElement
  /** Draws a window of the telemetry. */
  show(window: TelemetryWindow): void
  resize(width: number): void
  showQuantity(quantity: number, isShown: boolean): void
  showGpu(place: number, isShown: boolean): void
}

/** Input of the charts. */
export type ChartsInput = {
  readonly gpus: readonly number[]
  readonly width: number
  /** Maximum of each quantity over the run. */
  readonly largest: readonly number[]
  readonly hidden: ReadonlySet<number>
  /** Called with a range in seconds that the reader selected. */
  readonly select: (fromSeconds: number, toSeconds: number) => void
}

type QuantityChart = {
  readonly chart: uPlot
  readonly node: HTMLElement
  readonly quantity: number
  /** Tracks of the window that is shown. */
  tracks: readonly WindowTrack[]
}

/** Creates a chart per quantity with a line per GPU. All charts share the time axis and the cursor. */
export function createGpuCharts(input: ChartsInput): GpuCharts {
  const charts = telemetryQuantities.map((_, quantity) => createQuantityChart(quantity, input))
  const isShown = new Set(charts.map(({ quantity }) => quantity).filter((quantity) => !input.hidden.has(quantity)))
  let last: TelemetryWindow | null = null
  const drawOne = (one: QuantityChart): void => {
    const { chart, quantity } = one
    if (!last || !isShown.has(quantity)) return
    const { fromMs, toMs } = last
    one.tracks = last.tracks
    const data = toChartData(last, quantity)
    chart.batch(() => {
      chart.setData(data, false)
      chart.setScale('x', { min: fromMs / 1000, max: toMs / 1000 })
    })
  }
  onThemeChange(() => charts.forEach(({ chart }) => chart.redraw(false, true)))
  return {
    node: createElement('div', { class: 'gpu-charts' }, ...charts.map(({ node }) => node)),
    show(window) {
      last = window
      charts.forEach(drawOne)
    },
    resize: (width) => charts.forEach(({ chart }) => chart.setSize({ width, height })),
    showQuantity(quantity, isWanted) {
      const found = charts[quantity]
      if (!found) return
      found.node.hidden = !isWanted
      if (isWanted) isShown.add(quantity)
      else isShown.delete(quantity)
      drawOne(found)
    },
    showGpu: (place, isWanted) => charts.forEach(({ chart }) => chart.setSeries(place + 1, { show: isWanted })),
  }
}

function createQuantityChart(quantity: number, input: ChartsInput): QuantityChart {
  const { label, unit } = telemetryQuantities[quantity] ?? { label: '', unit: '' }
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
  const top = unit === '%' ? 100 : (input.largest[quantity] ?? 1) * 1.05 || 1
  const axis = createAxisStyle()
  const drawLines = createBucketDrawing()
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
    series: [{}, ...input.gpus.map((gpu, index) => createSeries(gpu, index))],
    hooks: {
      setSelect: [(chart) => onSelect(chart, input)],
      setCursor: [(chart) => showReadout(chart, created.tracks, { quantity, unit, readout })],
      draw: [(chart) => drawLines(chart, listLines(chart, created))],
    },
  }
  const created: QuantityChart = { node, quantity, tracks: [], chart: new uPlot(options) }
  place.append(created.chart.root)
  return created
}

function createAxisStyle(): uPlot.Axis {
  const line = { stroke: (): string => readColor('grid'), width: 1 }
  return { stroke: () => readColor('muted'), font: '12px system-ui, sans-serif', grid: line, ticks: line }
}

function createSeries(gpu: number, index: number): uPlot.Series {
  return { label: `GPU ${gpu}`, stroke: () => readSeriesColor(index), paths: () => null, points: { show: false } }
}

/** Lists the lines of the visible GPUs. */
function listLines({ series }: uPlot, { tracks, quantity }: QuantityChart): BucketLine[] {
  return tracks.flatMap(({ extremes }, place) => {
    const own = extremes[quantity]
    return own && series[place + 1]?.show !== false ? [{ extremes: own, color: readSeriesColor(place) }] : []
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

/**
 * Converts a window to the points that the cursor finds: middle and maximum of each bucket. `createBucketDrawing`
 * draws the lines.
 */
function toChartData({ fromMs, toMs, buckets, tracks }: TelemetryWindow, quantity: number): uPlot.AlignedData {
  const step = (toMs - fromMs) / buckets / 1000
  const xs = new Float64Array(buckets)
  for (let bucket = 0; bucket < buckets; bucket += 1) xs[bucket] = fromMs / 1000 + (bucket + 0.5) * step
  const highs = tracks.map(({ extremes }) => {
    const [own, found] = [new Float32Array(buckets), extremes[quantity] ?? new Float32Array()]
    for (let bucket = 0; bucket < buckets; bucket += 1) own[bucket] = found[bucket * 2 + 1] ?? Number.NaN
    return own
  })
  return [xs, ...highs]
}

function showReadout(
  { cursor, data }: uPlot,
  found: readonly WindowTrack[],
  { quantity, unit, readout }: ReadoutTarget,
): void {
  const { idx } = cursor
  const time = idx === null || idx === undefined ? undefined : data[0][idx]
  if (idx === null || idx === undefined || time === undefined) {
    readout.textContent = ''
    return
  }
  const values = found.flatMap(({ gpu, extremes }) => {
    const at = findLastSample(extremes[quantity] ?? new Float32Array(), idx)
    const [low = Number.NaN, high = Number.NaN] = [extremes[quantity]?.[at], extremes[quantity]?.[at + 1]]
    if (!Number.isFinite(low)) return []
    return [
      `GPU ${gpu} ${low === high ? formatWithUnit(low, unit) : `${formatWithUnit(low, '')} to ${formatWithUnit(high, unit)}`}`,
    ]
  })
  readout.textContent = [`at ${formatWithUnit(time, 's')}`, ...values].join(' · ')
}

/** Finds the last bucket with a sample at or before this one. */
function findLastSample(extremes: Float32Array, bucket: number): number {
  let at = bucket * 2
  while (at > 0 && Number.isNaN(extremes[at])) at -= 2
  return at
}

type ReadoutTarget = { readonly quantity: number; readonly unit: string; readonly readout: HTMLElement }

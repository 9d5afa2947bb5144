import uPlot from 'uplot'
import { telemetryQuantities, type BucketedTelemetry, type TelemetryTrack } from '../domain/page/telemetry-buckets.ts'
import { createElement } from './dom.ts'
import { computeGapBuckets, findLargest } from './telemetry.ts'
import { formatWithUnit } from './text.ts'
import { axisStyle, onThemeChange, readSeriesColor } from './theme.ts'
import type { Range } from './time-view.ts'

/** Width of the y axis in pixels; the lanes above the charts use the same offset. */
export const axisWidth = 62

/** Space on the right in pixels. */
export const rightRoom = 12
const chartHeight = 118

/** The charts of a run. A `quantity` is an index of `telemetryQuantities`, a `place` one of the tracks. */
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
    resize: (width) => charts.forEach(({ chart }) => chart.setSize({ width, height: chartHeight })),
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
  const title = `${label} (${unit})`
  const readout = createElement('span', { class: 'readout' })
  const place = createElement('div', { class: 'chart', role: 'img', 'aria-label': `${title} of each GPU over time` })
  const node = createElement('div', { class: 'quantity' }, createElement('h4', {}, `${title} `, readout), place)
  node.hidden = input.hidden.has(quantity)
  const top = unit === '%' ? 100 : (findLargest(telemetry, quantity) ?? 1) * 1.05 || 1
  const drawLines = createBucketDrawing({
    startSeconds: (telemetry.startMs - input.runStartMs) / 1000,
    bucketSeconds: telemetry.bucketMs / 1000,
    gapBuckets: computeGapBuckets(telemetry),
  })
  const options: uPlot.Options = {
    width: input.width,
    height: chartHeight,
    legend: { show: false },
    padding: [6, rightRoom, 0, 0],
    cursor: { sync: { key: 'gpus' }, drag: { x: true, y: false, setScale: false }, points: { show: false } },
    scales: { x: { time: false, range: (_chart, low, high) => [low, high] }, y: { range: () => [0, top] } },
    axes: [
      { ...axisStyle, size: 26, values: (_chart, splits) => splits.map((value) => formatWithUnit(value, 's')) },
      { ...axisStyle, size: axisWidth, space: 28 },
    ],
    series: [
      {},
      ...telemetry.tracks.map(({ gpu }, index) => ({
        label: `GPU ${gpu}`,
        stroke: () => readSeriesColor(index),
        paths: () => null,
        points: { show: false },
      })),
    ],
    hooks: {
      setSelect: [(chart) => onSelect(chart, input)],
      setCursor: [(chart) => (readout.textContent = formatReadout(chart, telemetry, quantity))],
      draw: [(chart) => drawLines(chart, listLines(chart, telemetry.tracks, quantity))],
    },
  }
  const chart = new uPlot(options, toChartData(input, quantity))
  place.append(chart.root)
  return { node, chart }
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

function formatReadout({ cursor: { idx }, data }: uPlot, telemetry: BucketedTelemetry, quantity: number): string {
  const time = idx === null || idx === undefined ? undefined : data[0][idx]
  if (idx === null || idx === undefined || time === undefined) return ''
  const unit = telemetryQuantities[quantity]?.unit ?? ''
  const gap = computeGapBuckets(telemetry)
  const values = telemetry.tracks.flatMap(({ gpu, at, values: own }) => {
    const row = at.findLastIndex((bucket) => bucket <= idx)
    const [low, high] = [own[quantity]?.low[row] ?? null, own[quantity]?.high[row] ?? null]
    if (low === null || high === null || idx - (at[row] ?? 0) > gap) return []
    return [`GPU ${gpu} ${low === high ? '' : `${formatWithUnit(low, '')} to `}${formatWithUnit(high, unit)}`]
  })
  return [`at ${formatWithUnit(time, 's')}`, ...values].join(' · ')
}

/** Minimum thickness of a line, in CSS pixels. */
const thickness = 1.25

/** One line, and its color as `#rrggbb`. */
export type BucketLine = {
  /** Buckets that were observed, ascending, with the lowest and highest value of each; null: not available. */
  readonly at: readonly number[]
  readonly low: readonly (number | null)[]
  readonly high: readonly (number | null)[]
  readonly color: string
}

/** Where the buckets lie. */
export type BucketAxis = {
  /** Seconds at the start of bucket 0, and of each bucket. */
  readonly startSeconds: number
  readonly bucketSeconds: number
  /** The longest distance of two neighbors that are joined by a line. */
  readonly gapBuckets: number
}

/** Pixels of a chart, drawn as one image. */
type Picture = { readonly width: number; readonly height: number; readonly pixels: Uint32Array }

/**
 * Creates a drawing of low-to-high bars that are joined to lines. It sets pixels itself: without hardware
 * acceleration a browser needs about 100 ms to stroke the same points, and this a few milliseconds.
 */
export function createBucketDrawing(axis: BucketAxis): (chart: uPlot, lines: readonly BucketLine[]) => void {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  return ({ ctx, bbox, scales }, lines) => {
    const [width, height] = [Math.round(bbox.width), Math.round(bbox.height)]
    if (!context || width < 1 || height < 1) return
    canvas.width = width
    canvas.height = height
    const image = new ImageData(width, height)
    const picture = { width, height, pixels: new Uint32Array(image.data.buffer) }
    const { min = 0, max = 1 } = scales['x'] ?? {}
    const toColumn = (bucket: number): number =>
      Math.round(((axis.startSeconds + bucket * axis.bucketSeconds - min) / (max - min)) * width)
    for (const line of lines) drawLine(picture, line, { toColumn, top: scales['y']?.max ?? 1, ...axis })
    context.putImageData(image, 0, 0)
    ctx.drawImage(canvas, Math.round(bbox.left), Math.round(bbox.top))
  }
}

type Scale = Pick<BucketAxis, 'gapBuckets'> & { readonly toColumn: (bucket: number) => number; readonly top: number }

function drawLine(picture: Picture, { at, low, high, color }: BucketLine, { toColumn, top, gapBuckets }: Scale): void {
  const { height } = picture
  const thick = Math.max(1, Math.round(thickness * devicePixelRatio))
  const pen = { picture, thick, ink: toPixel(color) }
  const toRow = (value: number): number =>
    Math.max(0, Math.min(height - thick, Math.round((1 - value / top) * height) - (thick >> 1)))
  let last: Bar | null = null
  for (const [row, bucket] of at.entries()) {
    const [least, most] = [low[row] ?? null, high[row] ?? null]
    const isJoined = last !== null && bucket - last.at <= gapBuckets
    if (least === null || most === null) {
      // The line breaks where the value is not available, and where nobody looked.
      last = null
      continue
    }
    const left = toColumn(bucket)
    const right = Math.max(left + 1, toColumn(bucket + 1))
    const bar = { at: bucket, left, right, top: toRow(most), bottom: toRow(least) + thick }
    drawBar(pen, bar, isJoined ? last : null)
    last = bar
  }
}

type Bar = {
  readonly at: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

type Pen = { readonly picture: Picture; readonly thick: number; readonly ink: number }

/** Draws a bar from low to high, and the line from the bar before it. */
function drawBar({ picture, ink, thick }: Pen, bar: Bar, last: Bar | null): void {
  const { left, right, top, bottom } = bar
  if (right < 0 || (last?.right ?? left) > picture.width) return
  fill(picture, ink, [left, top, right, bottom])
  if (!last) return
  fill(picture, ink, [last.right, last.bottom - thick, left, last.bottom])
  if (top > last.bottom) fill(picture, ink, [left, last.bottom, left + thick, top])
  else if (bottom < last.top) fill(picture, ink, [left, bottom, left + thick, last.top])
}

type Box = readonly [left: number, top: number, right: number, bottom: number]

function fill({ width, pixels }: Picture, ink: number, [left, top, right, bottom]: Box): void {
  const [start, end] = [Math.max(0, left), Math.min(right, width)]
  for (let row = top; row < bottom; row += 1) {
    for (let at = row * width + start; at < row * width + end; at += 1) pixels[at] = ink
  }
}

/** Packs a color for little-endian memory, which all browser platforms use: red first. */
function toPixel(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\da-f]{2}/gi) ?? []).map((pair) => Number.parseInt(pair, 16))
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
}

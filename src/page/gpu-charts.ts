import uPlot from 'uplot'
import { telemetryQuantities, type BucketedTelemetry, type TelemetryTrack } from '../domain/page/telemetry-buckets.ts'
import { createElement } from './dom.ts'
import { computeGapBuckets, findLargest } from './telemetry.ts'
import { formatWithUnit } from './text.ts'
import { axisStyle, onThemeChange, readSeriesColor } from './theme.ts'

/** Width of the y axis in pixels; the lanes above the charts use the same offset. */
export const axisWidth = 62

/** Space on the right in pixels. */
export const rightRoom = 12
const chartHeight = 118

/** The charts of a run. A `quantity` is an index of `telemetryQuantities`, a `place` one of the tracks. */
export type GpuCharts = {
  readonly node: HTMLElement
  resize(width: number): void
  showQuantity(quantity: number, isShown: boolean): void
  showGpu(place: number, isShown: boolean): void
}

/** Input of the charts. */
export type ChartsInput = {
  readonly telemetry: BucketedTelemetry
  /** Milliseconds since the epoch. */
  readonly run: { readonly startMs: number; readonly endMs: number }
  readonly width: number
  readonly hidden: ReadonlySet<number>
}

type QuantityChart = { readonly chart: uPlot; readonly node: HTMLElement }

/** Creates a chart per quantity with a band per GPU. All charts share the time axis and the cursor. */
export function createGpuCharts(input: ChartsInput): GpuCharts {
  const charts = telemetryQuantities.map((_, quantity) => createQuantityChart(quantity, input))
  onThemeChange(() => charts.forEach(({ chart }) => chart.redraw(false, true)))
  return {
    node: createElement('div', { class: 'gpu-charts' }, ...charts.map(({ node }) => node)),
    resize: (width) => charts.forEach(({ chart }) => chart.setSize({ width, height: chartHeight })),
    showQuantity(quantity, isShown) {
      const found = charts[quantity]
      if (found) found.node.hidden = !isShown
    },
    showGpu(place, isShown) {
      for (const { chart } of charts) for (const edge of listEdges(place)) chart.setSeries(edge, { show: isShown })
    },
  }
}

/** The series of the highest and of the lowest values of a GPU. */
function listEdges(place: number): [high: number, low: number] {
  return [2 * place + 1, 2 * place + 2]
}

function createQuantityChart(quantity: number, input: ChartsInput): QuantityChart {
  const { label, unit } = telemetryQuantities[quantity] ?? { label: '', unit: '' }
  const { telemetry, run } = input
  const title = `${label} (${unit})`
  const readout = createElement('span', { class: 'readout' })
  const place = createElement('div', { class: 'chart', role: 'img', 'aria-label': `${title} of each GPU over time` })
  const node = createElement('div', { class: 'quantity' }, createElement('h4', {}, `${title} `, readout), place)
  node.hidden = input.hidden.has(quantity)
  const top = unit === '%' ? 100 : (findLargest(telemetry, quantity) ?? 1) * 1.05 || 1
  const options: uPlot.Options = {
    width: input.width,
    height: chartHeight,
    legend: { show: false },
    padding: [6, rightRoom, 0, 0],
    cursor: { sync: { key: 'gpus' }, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: () => [0, (run.endMs - run.startMs) / 1000] },
      y: { range: () => [0, top] },
    },
    axes: [
      { ...axisStyle, size: 26, values: (_chart, splits) => splits.map((value) => formatWithUnit(value, 's')) },
      { ...axisStyle, size: axisWidth, space: 28 },
    ],
    series: [
      {},
      ...telemetry.tracks.flatMap(({ gpu }, index) => {
        const edge = { label: `GPU ${gpu}`, stroke: () => readSeriesColor(index), width: 1, points: { show: false } }
        return [edge, edge]
      }),
    ],
    bands: telemetry.tracks.map((_, index) => ({ series: listEdges(index), fill: () => readSeriesColor(index) })),
    hooks: { setCursor: [(chart) => (readout.textContent = formatReadout(chart, telemetry, quantity))] },
  }
  const chart = new uPlot(options, toChartData(input, quantity))
  place.append(chart.root)
  return { node, chart }
}

/** The middle of each bucket, and the highest and lowest values of each GPU there. */
function toChartData({ telemetry, run }: ChartsInput, quantity: number): uPlot.AlignedData {
  const { startMs, bucketMs, tracks } = telemetry
  const buckets = 1 + Math.max(0, ...tracks.map(({ at }) => at.at(-1) ?? 0))
  const gap = computeGapBuckets(telemetry)
  const xs = Array.from({ length: buckets }, (_, at) => (startMs - run.startMs + (at + 0.5) * bucketMs) / 1000)
  const edges = tracks.flatMap(({ at, values }) => {
    const { high = [], low = [] } = values[quantity] ?? {}
    return [high, low].map((own) => spreadValues(own, at, { buckets, gap }))
  })
  return [xs, ...edges]
}

/**
 * A value for each bucket. `at`: the bucket of each of `values`; `gap`: the largest distance in buckets that a line
 * spans. Null: not available or not observed; undefined: a line joins the values around it.
 */
export function spreadValues(
  values: readonly (number | null)[],
  at: TelemetryTrack['at'],
  { buckets, gap }: { readonly buckets: number; readonly gap: number },
): (number | null | undefined)[] {
  const spread: (number | null | undefined)[] = Array.from({ length: buckets }, () => null)
  for (const [row, bucket] of at.entries()) {
    const last = at[row - 1]
    if (last !== undefined && bucket - last <= gap) spread.fill(undefined, last + 1, bucket)
    spread[bucket] = values[row] ?? null
  }
  return spread
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

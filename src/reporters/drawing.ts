import { estimateSeriesNoise } from '../domain/detection/series/series-noise.ts'
import { formatPair } from '../domain/core/numbers.ts'
import { toOwnText, type Content } from '../domain/report/content.ts'
import { renderMermaidChart } from './markdown/mermaid.ts'

const blocks = '▁▂▃▄▅▆▇█'

/**
 * Draws values as block characters from lowest to highest, `▁▁▂▁▇▇`, with a space for a value that is not finite. One
 * block is at least `minStep`.
 */
export function drawSparkline(values: readonly number[], minStep = 0): string {
  const finite = values.filter(Number.isFinite)
  const low = Math.min(...finite)
  const step = Math.max(minStep, (Math.max(...finite) - low) / (blocks.length - 1)) || 1
  return values.map((value) => (Number.isFinite(value) ? blocks[Math.round((value - low) / step)] : ' ')).join('')
}

/** Draws a bar of at most `width` cells; every share above zero is visible. */
export function drawTextBar(share: number, width: number): string {
  if (!(share > 0)) return ''
  const eighths = Math.max(1, Math.round(Math.min(share, 1) * width * 8))
  const rest = eighths % 8
  return '█'.repeat(Math.floor(eighths / 8)) + (rest === 0 ? '' : String.fromCodePoint(0x25_90 - rest))
}

/** The runs of one metric with their levels. */
export type LevelSeries = {
  /** May be untrusted: only plain characters are shown. */
  readonly title: string
  readonly unit: string
  /** NaN marks a gap. */
  readonly values: readonly number[]
  /** Level of each value, drawn as steps; same length as `values`. */
  readonly levels: readonly number[]
}

/** Limits the size of a chart: a comment has a byte limit. */
const mostPoints = 120

/** Renders a history as a Mermaid chart. Empty without finite values. */
export function renderHistoryChart(series: LevelSeries): Content {
  const { values, levels } = takeLastPoints(series)
  if (![...values, ...levels].some(Number.isFinite)) return []
  const curves = [values, levels].map((line, index) => ({
    name: index === 0 ? 'runs' : 'level',
    style: 'line' as const,
    points: fillGaps(line).map((y, x) => ({ x, y })),
  }))
  const x = { label: 'runs, newest last', unit: '', isFromZero: false }
  const y = { label: series.unit, unit: '', isFromZero: false }
  const chart = { kind: 'curves' as const, title: series.title, x, y, curves, marks: [] }
  return toOwnText(renderMermaidChart(chart))
}

/** Fewer values say little of their noise. */
const minNoiseValues = 5

/**
 * Formats a history as a sparkline: `▁▁▂▁▇▇ (60 runs, 100 s to 112 s)`. Values within three standard deviations of the
 * noise are drawn flat, or noise would look like steps.
 */
export function formatSparkline(series: LevelSeries): string {
  const { values } = takeLastPoints(series)
  const finite = values.filter(Number.isFinite)
  if (finite.length === 0) return 'no values'
  const [from, to] = formatPair(Math.min(...finite), Math.max(...finite), series.unit)
  const runs = values.length === 1 ? '1 run' : `${values.length} runs`
  const noise = finite.length < minNoiseValues ? 0 : estimateSeriesNoise(Float64Array.from(finite)).sigma
  const range = from === to ? from : `${from} to ${to}`
  const note = Math.max(...finite) - Math.min(...finite) < 3 * noise ? ', within noise' : ''
  return `${drawSparkline(values, 6 * noise)} (${runs}, ${range}${note})`
}

function takeLastPoints({ values, levels }: LevelSeries): Pick<LevelSeries, 'values' | 'levels'> {
  return { values: values.slice(-mostPoints), levels: levels.slice(-mostPoints) }
}

/** Mermaid cannot draw gaps: repeats the previous value, or the first one at the start. */
function fillGaps(values: readonly number[]): number[] {
  let last = values.find(Number.isFinite) ?? 0
  return values.map((value) => (last = Number.isFinite(value) ? value : last))
}

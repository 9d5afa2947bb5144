import type { Content } from './content.ts'
import { formatPair } from './markdown/numbers.ts'

export type ChartSeries = {
  /** Of ours or from outside; only plain characters are shown. */
  readonly title: string
  readonly unit: string
  /** NaN: a gap. */
  readonly values: readonly number[]
  /** The level of each value, drawn as steps; same length. */
  readonly levels: readonly number[]
}

/** Mermaid draws no more points than there are pixels, and a comment has its limits. */
const mostPoints = 120
const bars = '▁▂▃▄▅▆▇█'

/** A history as a Mermaid chart. Where no Mermaid is drawn, it reads as text all the same; see `chartText`. */
export function historyChart(series: ChartSeries): Content {
  const { values, levels } = lastPoints(series)
  const finite = [...values, ...levels].filter(Number.isFinite)
  if (finite.length === 0) return []
  const [low, high] = frame(Math.min(...finite), Math.max(...finite))
  const lines = [
    '```mermaid',
    'xychart-beta',
    `    title "${plain(series.title)}"`,
    `    x-axis "runs, newest last" 1 --> ${values.length}`,
    `    y-axis "${plain(series.unit)}" ${number(low)} --> ${number(high)}`,
    `    line [${withoutGaps(values).map(number).join(', ')}]`,
    `    line [${withoutGaps(levels).map(number).join(', ')}]`,
    '```',
  ]
  return [{ style: 'ours', text: lines.join('\n') }]
}

/** The same as a row of blocks: `▁▁▂▁▇▇ (60 runs, 100.2 s to 112.4 s)`. */
export function chartText(series: ChartSeries): string {
  const { values } = lastPoints(series)
  const finite = values.filter(Number.isFinite)
  if (finite.length === 0) return 'no values'
  const [low, high] = [Math.min(...finite), Math.max(...finite)]
  const step = (high - low) / (bars.length - 1)
  const drawn = values.map((value) =>
    Number.isFinite(value) ? (bars[step === 0 ? 0 : Math.round((value - low) / step)] ?? '') : ' ',
  )
  const [from, to] = formatPair(low, high, series.unit)
  return `${drawn.join('')} (${values.length} runs, ${from} to ${to})`
}

function lastPoints({ values, levels }: ChartSeries): Pick<ChartSeries, 'values' | 'levels'> {
  return { values: values.slice(-mostPoints), levels: levels.slice(-mostPoints) }
}

/** Some room above and below; a flat line needs a frame too. */
function frame(low: number, high: number): [number, number] {
  const room = (high - low) * 0.1 || Math.abs(high) * 0.05 || 1
  return [low >= 0 ? Math.max(0, low - room) : low - room, high + room]
}

/** Mermaid knows no gaps: the value before stands in, the first one where there is none. */
function withoutGaps(values: readonly number[]): number[] {
  let last = values.find(Number.isFinite) ?? 0
  return values.map((value) => (last = Number.isFinite(value) ? value : last))
}

function number(value: number): string {
  return String(Number(value.toPrecision(6)))
}

/** What ends a string, a fence or a statement of Mermaid, or starts a directive, is left out. */
function plain(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9 .,:=/_()+×µ-]/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, 120)
}

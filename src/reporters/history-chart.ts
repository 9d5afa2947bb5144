import { drawSparkline } from './chart.ts'
import type { Content } from './content.ts'
import { renderMermaidChart } from './markdown/mermaid.ts'
import { formatPair } from './markdown/numbers.ts'

export type LevelSeries = {
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

/** A history as a Mermaid chart. Where no Mermaid is drawn, it reads as text all the same; see `chartText`. */
export function renderHistoryChart(series: LevelSeries): Content {
  const { values, levels } = takeLastPoints(series)
  if (![...values, ...levels].some(Number.isFinite)) return []
  const lines = [values, levels].map((line, index) => ({
    kind: 'line' as const,
    name: index === 0 ? 'runs' : 'level',
    values: fillGaps(line),
  }))
  const chart = { title: series.title, xTitle: 'runs, newest last', points: null, yTitle: series.unit, series: lines }
  return [{ style: 'ours', text: renderMermaidChart(chart) }]
}

/** The same as a row of blocks: `▁▁▂▁▇▇ (60 runs, 100.2 s to 112.4 s)`. */
export function formatSparkline(series: LevelSeries): string {
  const { values } = takeLastPoints(series)
  const finite = values.filter(Number.isFinite)
  if (finite.length === 0) return 'no values'
  const [from, to] = formatPair(Math.min(...finite), Math.max(...finite), series.unit)
  const runs = values.length === 1 ? '1 run' : `${values.length} runs`
  return `${drawSparkline(values)} (${runs}, ${from === to ? from : `${from} to ${to}`})`
}

function takeLastPoints({ values, levels }: LevelSeries): Pick<LevelSeries, 'values' | 'levels'> {
  return { values: values.slice(-mostPoints), levels: levels.slice(-mostPoints) }
}

/** Mermaid knows no gaps: the value before stands in, the first one where there is none. */
function fillGaps(values: readonly number[]): number[] {
  let last = values.find(Number.isFinite) ?? 0
  return values.map((value) => (last = Number.isFinite(value) ? value : last))
}

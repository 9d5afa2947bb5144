import { markdownTable } from 'markdown-table'
import type { Figure, Row, RowResult } from './row.ts'

/** A row of the benchmark as text for a terminal. */
export function showRow({ name, question }: Row, { figures, notMeasured }: RowResult): string {
  const lines = figures.map(({ what, value, unit, spread, count, against }) => [
    what,
    `${digits(value)} ${unit}`,
    spread ? `${digits(spread[0])} … ${digits(spread[1])}` : '',
    String(count),
    against,
  ])
  const header = ['figure', 'median', 'middle half', 'n', 'against']
  const table = figures.length > 0 ? [markdownTable([header, ...lines], { align: ['l', 'r', 'r', 'r', 'l'] })] : []
  const gaps = notMeasured.map(({ what, reason }) => `not measured: ${what} (${reason})`)
  return [`${name}: ${question}`, ...table, ...gaps].join('\n')
}

function digits(value: Figure['value']): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2)
}

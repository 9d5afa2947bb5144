import type { CurvesBlock, PageBlock, PageSpan, PageTable, PageText } from '../../domain/page/page.ts'
import type { Chart } from '../chart.ts'
import type { Content, Span } from '../content.ts'
import type { Column, Part } from '../part.ts'
import { preventBreaks } from '../non-breaking.ts'
import { nameLength, sentenceLength, toVisibleText } from '../visible-text.ts'

/** Longer tables are cut; the JSON report has all rows. */
const mostRows = 2000
const longestCommand = 2000

/** Converts a part to page blocks. */
export function toPageBlocks(part: Part): PageBlock[] {
  const title = part.title && toPageText(part.title)
  const lead = [
    ...part.lead.map((text): PageBlock => ({ kind: 'text', text: toPageText(text) })),
    ...(part.chart ? [buildChartBlock(part.chart)] : []),
  ]
  const notes = part.notes.map(toPageText)
  const { body } = part
  if (body.kind === 'none') {
    const heading: PageBlock[] = title ? [{ kind: 'text', text: title }] : []
    return [...heading, ...lead, ...notes.map((text): PageBlock => ({ kind: 'text', text }))]
  }
  if (body.kind === 'list') {
    const rows = cutRows(body.rows, part.noun).map((row) => row.flat())
    return [...lead, { kind: 'list', title, rows: [...rows, ...notes] }]
  }
  return [
    ...lead,
    { kind: 'table', title, isFolded: part.isFolded, table: toPageTable(body.columns, body.rows), notes },
  ]
}

/** Converts a simple chart: bars become dots of measured values. */
function buildChartBlock({ title, xTitle, points, yTitle, series }: Chart): CurvesBlock {
  const words = points && { words: points.map((point) => toVisibleText(point)) }
  return {
    kind: 'curves',
    title: toVisibleText(title),
    x: { label: toVisibleText(xTitle), unit: '', isFromZero: false, isWhole: true, ...words },
    y: { label: toVisibleText(yTitle), unit: '', isFromZero: false },
    curves: series.map(({ kind, values }) => ({
      name: kind === 'bar' ? 'measured' : toVisibleText(title),
      style: kind === 'bar' ? 'dots' : 'line',
      points: values.flatMap((y, x) => (Number.isFinite(y) ? [{ x, y }] : [])),
    })),
    marks: [],
    notes: [],
  }
}

/** Converts columns and rows to a page table, cut to the maximum number of rows. */
export function toPageTable(columns: readonly Column[], rows: readonly (readonly Content[])[]): PageTable {
  const titles = columns.map(({ title, isNumeric }) => ({ title: toPageText(title), isNumeric }))
  const fitCell = (cell: PageText, column: number): PageText => (titles[column]?.isNumeric ? cell.map(withUnits) : cell)
  return { columns: titles, rows: cutRows(rows, 'rows').map((row) => row.map(fitCell)) }
}

function withUnits(span: PageSpan): PageSpan {
  return { ...span, text: preventBreaks(span.text) }
}

/** Converts content to page text: drops invisible characters and links that are not https. */
export function toPageText(content: Content): PageText {
  return content.flatMap(toPageSpans)
}

function toPageSpans(span: Span): PageSpan[] {
  switch (span.style) {
    case 'ours':
      return [span]
    case 'prose':
      return [{ style: 'prose', text: toVisibleText(span.text, sentenceLength * 2) }]
    case 'code':
      return [{ ...span, text: toVisibleText(span.text, span.maxLength) }]
    case 'command':
      return [{ style: 'command', text: toVisibleText(span.text, longestCommand) }]
    case 'link':
      return [/^https:\/\/[^\s]+$/.test(span.url) ? span : { style: 'prose', text: toVisibleText(span.text) }]
    case 'case':
      return [
        { style: 'prose', text: `${toVisibleText(span.text)} ` },
        { style: 'code', text: toVisibleText(span.id), maxLength: nameLength },
      ]
    case 'status':
      return [{ ...span, text: toVisibleText(span.text) }]
    default:
      return span satisfies never
  }
}

function cutRows(rows: readonly (readonly Content[])[], noun: string): PageText[][] {
  const kept = rows.slice(0, mostRows).map((row) => row.map(toPageText))
  const rest = rows.length - kept.length
  return rest > 0 ? [...kept, [[{ style: 'ours', text: `report.json has ${rest} more ${noun}.` }]]] : kept
}

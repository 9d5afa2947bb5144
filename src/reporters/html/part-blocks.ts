import type { CurvesBlock, PageBlock, PageSpan, PageTable, PageText } from '../../domain/page/page.ts'
import type { Chart } from '../chart.ts'
import type { Content, Span } from '../content.ts'
import type { Column, Part } from '../part.ts'
import { unbroken } from '../unbroken.ts'
import { sentenceLength, visibleText } from '../visible-text.ts'

/** More rows than this are for programs: they are in the JSON report. */
const mostRows = 2000
const longestCommand = 2000

/** A part of a report as blocks of a page. */
export function partBlocks(part: Part): PageBlock[] {
  const title = part.title && pageText(part.title)
  const lead = [
    ...part.lead.map((text): PageBlock => ({ kind: 'text', text: pageText(text) })),
    ...(part.chart ? [chartBlock(part.chart)] : []),
  ]
  const notes = part.notes.map(pageText)
  const { body } = part
  if (body.kind === 'none') {
    const heading: PageBlock[] = title ? [{ kind: 'text', text: title }] : []
    return [...heading, ...lead, ...notes.map((text): PageBlock => ({ kind: 'text', text }))]
  }
  if (body.kind === 'list') {
    const rows = cut(body.rows, part.noun).map((row) => row.flat())
    return [...lead, { kind: 'list', title, rows: [...rows, ...notes] }]
  }
  return [...lead, { kind: 'table', title, isFolded: part.isFolded, table: pageTable(body.columns, body.rows), notes }]
}

/** What other destinations draw as a simple chart: a bar stands for something measured. */
function chartBlock({ title, xTitle, points, yTitle, series }: Chart): CurvesBlock {
  const words = points && { words: points.map((point) => visibleText(point)) }
  return {
    kind: 'curves',
    title: visibleText(title),
    x: { label: visibleText(xTitle), unit: '', isFromZero: false, isWhole: true, ...words },
    y: { label: visibleText(yTitle), unit: '', isFromZero: false },
    curves: series.map(({ kind, values }) => ({
      name: kind === 'bar' ? 'measured' : visibleText(title),
      style: kind === 'bar' ? 'dots' : 'line',
      points: values.flatMap((y, x) => (Number.isFinite(y) ? [{ x, y }] : [])),
    })),
    marks: [],
    notes: [],
  }
}

/** Columns and rows as a table of the page, cut after as many rows as a person can look through. */
export function pageTable(columns: readonly Column[], rows: readonly (readonly Content[])[]): PageTable {
  const titles = columns.map(({ title, isNumeric }) => ({ title: pageText(title), isNumeric }))
  const fitted = (cell: PageText, column: number): PageText => (titles[column]?.isNumeric ? cell.map(withUnits) : cell)
  return { columns: titles, rows: cut(rows, 'rows').map((row) => row.map(fitted)) }
}

function withUnits(span: PageSpan): PageSpan {
  return { ...span, text: unbroken(span.text) }
}

/** Text for the page: what cannot be seen is taken out, and no link leads anywhere but to the web. */
export function pageText(content: Content): PageText {
  return content.flatMap(pageSpan)
}

function pageSpan(span: Span): PageSpan[] {
  switch (span.style) {
    case 'ours':
      return [span]
    case 'prose':
      return [{ style: 'prose', text: visibleText(span.text, sentenceLength * 2) }]
    case 'code':
      return [{ ...span, text: visibleText(span.text, span.maxLength) }]
    case 'command':
      return [{ style: 'command', text: visibleText(span.text, longestCommand) }]
    case 'link':
      return [/^https:\/\/[^\s]+$/.test(span.url) ? span : { style: 'prose', text: visibleText(span.text) }]
    case 'status':
      return [{ ...span, text: visibleText(span.text) }]
    default:
      return span satisfies never
  }
}

function cut(rows: readonly (readonly Content[])[], noun: string): PageText[][] {
  const kept = rows.slice(0, mostRows).map((row) => row.map(pageText))
  const rest = rows.length - kept.length
  return rest > 0 ? [...kept, [[{ style: 'ours', text: `${rest} more ${noun} are in report.json.` }]]] : kept
}

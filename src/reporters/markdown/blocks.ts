import type { Chart, ChartSeries } from '../chart.ts'
import type { Content, Span } from '../content.ts'
import { countRows, type Body, type Part } from '../part.ts'
import { preventBreaks } from '../non-breaking.ts'
import { sentenceLength } from '../visible-text.ts'
import { formatCodeSpan, escapeText, formatLink } from './escape.ts'
import { renderMermaidChart } from './mermaid.ts'
import { formatTableHead, formatTableRow } from './tables.ts'

/** Commands without shell expansion, mentions or workflow commands. */
const plainCommand = /^(?!.*::)[A-Za-z0-9/][A-Za-z0-9 /_.,:=%+"…-]*$/

/** A part as Markdown that the size budget can shorten only row by row, so that no fence, tag or row is cut. */
export type Block = {
  /** Title for the list of omitted blocks. */
  readonly name: string
  readonly importance: number
  readonly isFolded: boolean
  readonly head: string
  readonly rows: { readonly count: number; readonly minorFrom: number; readonly at: (index: number) => string }
  readonly tail: string
  readonly noun: string
}

/** Converts a part to a block. Rows are rendered on demand: of 5,000 rows a comment holds a few hundred. */
export function toBlock(part: Part): Block {
  const title = part.title ? toMarkdown(part.title) : ''
  const lead = part.lead.map(toMarkdown)
  const chart = part.chart ? [renderMermaidChart(part.chart), ...formatLegend(part.chart)].join('\n\n') : ''
  const rows = formatRows(part.body)
  const notes = part.notes.map(toMarkdown)
  return {
    name: escapeText((part.title ?? []).map(({ text }) => text).join(''), 60),
    importance: part.importance,
    isFolded: part.isFolded,
    head: [formatHeading(part, title), ...lead, chart, rows.head].filter((text) => text !== '').join('\n\n'),
    rows: { count: countRows(part.body), minorFrom: part.minorFrom, at: rows.at },
    tail: notes.map((text) => `\n\n${text}`).join(''),
    noun: part.noun,
  }
}

/** Renders content as one line of Markdown. Only `ours` spans are written unescaped. */
export function toMarkdown(content: Content): string {
  return content.map(formatSpan).join('')
}

/** Names the bars and lines of a chart, lines ordered by their last value so that the legend works without color. */
function formatLegend({ series }: Chart): string[] {
  if (series.length < 2) return []
  const bars = series.filter(({ kind }) => kind === 'bar').map(({ name }) => `Bars: ${name}.`)
  const lines = series.filter(({ kind }) => kind === 'line').toSorted((x, y) => getLastValue(y) - getLastValue(x))
  const names = lines.map(({ name }) => name).join('; ')
  return [[...bars, `${lines.length > 1 ? 'Lines, the highest first' : 'Line'}: ${names}.`].join(' ')]
}

function getLastValue({ values }: ChartSeries): number {
  return values.at(-1) ?? 0
}

function formatHeading({ importance, title }: Part, text: string): string {
  if (title === null) return ''
  return `${importance === 0 ? '##' : '###'} ${text}`
}

function formatRows(body: Body): { head: string; at: (index: number) => string } {
  if (body.kind === 'none') return { head: '', at: () => '' }
  if (body.kind === 'list') return { head: '', at: (index) => `- ${body.rows[index]?.map(toMarkdown).join(' ') ?? ''}` }
  const headings = body.columns.map(({ title, isNumeric }) => ({ title: toMarkdown(title), isNumeric }))
  return {
    head: formatTableHead(headings),
    at: (index) => {
      const cells = body.rows[index]?.map(toMarkdown) ?? []
      return formatTableRow(
        headings,
        cells.map((cell, column) => (headings[column]?.isNumeric ? preventBreaks(cell) : cell)),
      )
    },
  }
}

/**
 * Puts a shell command into a fenced block below a list item, where GitHub shows a copy button. Comment commands, and
 * text that a shell or GitHub could interpret, are written as an inline code span.
 */
function formatCommandBlock(text: string): string {
  const isInline = text.startsWith('/') || !plainCommand.test(text) || text.length > 500
  return isInline ? ` ${formatCodeSpan(text, 500)}` : `\n  \`\`\`sh\n  ${text}\n  \`\`\``
}

function formatSpan(span: Span): string {
  switch (span.style) {
    case 'ours':
      return span.text
    case 'prose':
      return escapeText(span.text, sentenceLength)
    case 'code':
      return formatCodeSpan(span.text, span.maxLength)
    case 'link':
      return formatLink(span.text, span.url)
    case 'status':
      return `${span.icon} ${span.text}`
    case 'command':
      return formatCommandBlock(span.text)
    case 'case':
      return `${escapeText(span.text)} (${formatCodeSpan(span.id)})`
    default:
      return span satisfies never
  }
}

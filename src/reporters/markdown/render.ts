import { markdownTable } from 'markdown-table'
import { preventBreaks } from '../../domain/core/numbers.ts'
import { selectAlignedCurves, type Block, type Chart, type Column } from '../../domain/report/block.ts'
import { joinContents, say, toLink, type Content, type Span } from '../../domain/report/content.ts'
import type { Report } from '../../domain/verdict/report.ts'
import { buildReportBlocks } from '../report/blocks.ts'
import { sentenceLength } from '../terminal/plain.ts'
import { fitPassages, type Passage } from './budget.ts'
import { escapeText, formatCodeSpan, formatLink } from './escape.ts'
import { renderMermaidChart } from './mermaid.ts'

/** Where the full report can be found. */
export type ReportLocation = {
  /** URL of the run; null outside of GitHub. */
  readonly runUrl: string | null
  /** Artifact name or path of the run folder. */
  readonly runFolderHint: string | null
}

type Limits = {
  /** UTF-8 bytes. */
  readonly maxBytes: number
  /** What holds more of this run than this text. */
  readonly fullVersion: 'the summary' | 'the artifacts'
}

/** Renders the report as GitHub Markdown within the byte limit. */
export function renderMarkdown(
  report: Report,
  { runUrl, runFolderHint }: ReportLocation,
  { maxBytes, fullVersion }: Limits,
): string {
  const places = [
    ...(runUrl === null ? [] : [toLink(`${fullVersion} of this run`, runUrl)]),
    ...(runFolderHint === null ? [] : [say`the run folder (${runFolderHint})`]),
  ]
  const where = places.length > 0 ? joinContents(places, ' and in ') : say`the JSON report of this run`
  return renderMarkdownBlocks(buildReportBlocks(report, runUrl), maxBytes, toMarkdown(where))
}

/** Renders blocks as Markdown of at most `maxBytes`; `where` names the place of what is left out. */
export function renderMarkdownBlocks(blocks: readonly Block[], maxBytes: number, where: string): string {
  return fitPassages(blocks.map(toPassage), maxBytes, where)
}

/** Rows are rendered on demand: of 5,000 rows a comment holds a few hundred. */
function toPassage(block: Block): Passage {
  const { title, importance, isFolded, noun } = block
  const heading = title === null ? '' : `${importance === 0 ? '##' : '###'} ${toMarkdown(title)}`
  const chart = block.kind === 'chart' ? renderChart(block.chart) : []
  const rows = toRows(block)
  return {
    name: escapeText((title ?? []).map(({ text }) => text).join(''), 60),
    importance,
    isFolded,
    head: [heading, ...block.lead.map(toMarkdown), ...chart, rows.head].filter((text) => text !== '').join('\n\n'),
    rows,
    tail: block.notes.map((note) => `\n\n${toMarkdown(note)}`).join(''),
    noun,
  }
}

function toRows(block: Block): Passage['rows'] & { readonly head: string } {
  if (block.kind === 'list') {
    const { rows } = block
    return { head: '', count: rows.length, at: (index) => `- ${toMarkdown(rows[index] ?? [])}` }
  }
  if (block.kind !== 'table') return { head: '', count: 0, at: () => '' }
  const { columns, rows } = block
  return {
    head: formatTableLines(columns, []).slice(0, 2).join('\n'),
    count: rows.length,
    at: (index) => {
      const cells = rows[index]?.map(toMarkdown) ?? []
      const fitted = cells.map((cell, column) => (columns[column]?.isNumeric ? preventBreaks(cell) : cell))
      return formatTableLines(columns, fitted)[2] ?? ''
    },
  }
}

/** Formats the header lines and one row, so that the budget can drop rows. Cells have no pipes or newlines. */
function formatTableLines(columns: readonly Column[], cells: readonly string[]): string[] {
  const align = columns.map(({ isNumeric }) => (isNumeric ? 'r' : 'l'))
  const rows = cells.length > 0 ? [cells] : []
  // Delimiters are not aligned, because padding would use up the byte budget.
  return markdownTable([columns.map(({ title }) => toMarkdown(title)), ...rows], {
    align,
    alignDelimiters: false,
  }).split('\n')
}

/** Draws curves and names them, lines ordered by their last value so that the legend works without color. */
function renderChart(chart: Chart): string[] {
  if (chart.kind !== 'curves') return []
  const curves = selectAlignedCurves(chart)
  const drawing = renderMermaidChart({ ...chart, curves })
  if (curves.length < 2) return [drawing]
  const bars = curves.filter(({ style }) => style === 'dots').map(({ name }) => `Bars: ${name}.`)
  const lines = curves
    .filter(({ style }) => style !== 'dots')
    .toSorted((a, b) => (b.points.at(-1)?.y ?? 0) - (a.points.at(-1)?.y ?? 0))
  const names = lines.map(({ name }) => name).join('; ')
  return [drawing, [...bars, `${lines.length > 1 ? 'Lines, the highest first' : 'Line'}: ${names}.`].join(' ')]
}

/** Renders content as one line of Markdown. Only `ours` spans are written unescaped. */
export function toMarkdown(content: Content): string {
  return content.map(formatSpan).join('')
}

/** Commands joined by `&&`, without shell expansion or workflow commands; quoted words may contain other visible characters. */
const plainCommand = /^(?!.*(?<!\w)::)[A-Za-z0-9](?:[A-Za-z0-9 /_.,:=%+"…-]| && |'[^'`$\\!\p{C}]*')*$/u

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

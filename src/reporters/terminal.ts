import type { Comparison } from '../domain/verdict/comparison.ts'
import type { Report } from '../domain/verdict/report.ts'
import type { Content, Span, Tone } from './content.ts'
import { createPart as partOf, type Body, type Part } from './part.ts'
import { buildAllComparisons } from './parts/all-comparisons.ts'
import { formatVerdictTitle } from './parts/headline.ts'
import { buildParts } from './parts/index.ts'
import { drawChart } from './terminal/chart-text.ts'
import { measureWidth, canFit, fitWidths, measureColumns, formatRowLines, wrap } from './terminal/layout.ts'
import { findTone, toPlain, toPlainCell } from './terminal/plain.ts'

/** Folded parts show at most this many rows. */
const mostDetailRows = 40
/** A last column wider than this holds sentences. */
const longColumn = 30
/** Columns narrower than this break words. */
const narrowestColumn = 9
const narrowestTerminal = 40
const colors: Readonly<Record<Tone, string>> = {
  good: '\u001B[32m',
  bad: '\u001B[31m',
  unsure: '\u001B[33m',
  quiet: '',
}

/** How to render for a terminal. */
export type TerminalOptions = {
  /** Width of the terminal in cells. */
  readonly columns: number
  /** Whether to use color codes. */
  readonly color: boolean
  /** Whether to include parts that are folded on GitHub; default true. */
  readonly hasDetails?: boolean
}

/** Renders the report for a terminal with aligned tables. */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const parts = buildParts(report, { runUrl: null, runFolderHint: null })
  return renderParts(options.hasDetails === false ? parts.filter((part) => !part.isFolded) : parts, options)
}

/** Renders comparisons without a report for a terminal. */
export function renderComparisons(
  comparisons: readonly Comparison[],
  headed: Pick<Report, 'title' | 'verdict' | 'sentence'>,
  options: TerminalOptions,
): string {
  const title = partOf({ title: formatVerdictTitle(headed), importance: 0 })
  return renderParts([title, ...buildAllComparisons({ comparisons })], options)
}

/** Renders parts for a terminal. */
export function renderParts(parts: readonly Part[], options: TerminalOptions): string {
  const columns = Math.max(options.columns, narrowestTerminal)
  return `${parts.map((part) => formatPart(part, { ...options, columns })).join('\n\n')}\n`
}

function formatPart(part: Part, options: TerminalOptions): string {
  const lines = part.body.kind === 'none' ? [] : formatBody(part, part.body, options)
  const formatParagraphs = (contents: readonly Content[]) =>
    contents.map((content) => formatParagraph(content, options))
  const heading = part.title ? [formatHeading(part, part.title, options)] : []
  const body = lines.length > 0 ? [lines.join('\n')] : []
  const chart = part.chart ? drawChart(part.chart, options.columns) : []
  return [...heading, ...formatParagraphs(part.lead), ...chart, ...body, ...formatParagraphs(part.notes)].join('\n')
}

function formatHeading(part: Part, title: Content, options: TerminalOptions): string {
  const lines = wrap(toPlain(title), options.columns)
  const rule = (part.importance === 0 ? '=' : '-').repeat(Math.max(...lines.map(measureWidth)))
  return createPainter(options, findTone(title))([...lines, rule].join('\n'))
}

function formatParagraph(content: Content, options: TerminalOptions): string {
  return wrap(toPlain(content), options.columns).join('\n')
}

function formatBody(part: Part, body: Exclude<Body, { kind: 'none' }>, options: TerminalOptions): string[] {
  const shown = part.isFolded ? body.rows.slice(0, mostDetailRows) : body.rows
  const hidden = body.rows.length - shown.length
  const lines =
    body.kind === 'table'
      ? formatTable(body, shown, options)
      : shown.flatMap((row) => formatListItem(row.flat(), options))
  const more = `${hidden} of ${body.rows.length} ${part.noun} are not shown; the JSON report of this run has all.`
  return hidden > 0 ? [...lines, ...wrap(more, options.columns)] : lines
}

/** Formats a table. When it is too wide and its last column holds sentences, they move below each row. */
function formatTable(
  body: Extract<Body, { kind: 'table' }>,
  rows: readonly (readonly Content[])[],
  options: TerminalOptions,
): string[] {
  const head = body.columns.map(({ title }) => toPlain(title))
  const cells = rows.map((row) => row.map(toPlainCell))
  const natural = measureColumns([head, ...cells])
  const isLastBelow = !canFit(natural, options.columns) && (natural.at(-1) ?? 0) > longColumn
  const widths = fitWidths(isLastBelow ? natural.slice(0, -1) : natural, options.columns)
  if (isTooNarrow(widths, natural))
    return cells.flatMap((row, index) => formatStackedRow(head, row, rows[index] ?? [], options))
  const isNumeric = body.columns.map((column) => column.isNumeric)
  const rule = widths.map((width) => '-'.repeat(width))
  const heading = [head, rule].flatMap((row) => formatRowLines(row, widths, isNumeric, (text) => text))
  const lines = rows.flatMap((row, index) => {
    const own = cells[index] ?? []
    const paint = (text: string, column: number) => createPainter(options, findTone(row[column] ?? []))(text)
    const below = isLastBelow ? formatRowBelow(head.at(-1) ?? '', own.at(-1) ?? '', options) : []
    return [...formatRowLines(own, widths, isNumeric, paint), ...below]
  })
  return [...heading, ...lines]
}

function isTooNarrow(widths: readonly number[], natural: readonly number[]): boolean {
  return widths.some((width, index) => width < Math.min(natural[index] ?? 0, narrowestColumn))
}

/** Formats a row that is too wide as its first cell, followed by one titled line per other cell. */
function formatStackedRow(
  head: readonly string[],
  cells: readonly string[],
  row: readonly Content[],
  options: TerminalOptions,
): string[] {
  const [first = '', ...rest] = cells
  const values = rest.flatMap((cell, index) => (cell === '' || cell === '–' ? [] : [`${head[index + 1]}: ${cell}`]))
  const title = wrap(first, options.columns).map(createPainter(options, findTone(row[0] ?? [])))
  return [...title, ...values.flatMap((text) => wrap(text, options.columns - 2).map((line) => `  ${line}`))]
}

function formatRowBelow(title: string, text: string, { columns }: TerminalOptions): string[] {
  return text === '–' || text === '' ? [] : wrap(`${title}: ${text}`, columns - 2).map((line) => `  ${line}`)
}

function isCommand({ style }: Span): boolean {
  return style === 'command'
}

/** Puts a command on its own line for copying. */
function formatListItem(content: Content, { columns }: TerminalOptions): string[] {
  const text = wrap(toPlain(content.filter((span) => !isCommand(span))), columns - 2)
  const commands = content.filter(isCommand).flatMap((span) => wrap(toPlain([span]).trim(), columns - 4))
  return [...text.map((line, index) => `${index === 0 ? '- ' : '  '}${line}`), ...commands.map((line) => `    ${line}`)]
}

function createPainter({ color }: TerminalOptions, tone: Tone | null): (text: string) => string {
  const code = tone === null ? '' : colors[tone]
  return (text) => (color && code !== '' ? `${code}${text}\u001B[39m` : text)
}

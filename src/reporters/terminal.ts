import { createText, selectAlignedCurves, type Block, type Chart, type Table } from '../domain/report/block.ts'
import type { Content, Span, Tone } from '../domain/report/content.ts'
import type { Comparison } from '../domain/verdict/comparison.ts'
import type { Report } from '../domain/verdict/report.ts'
import { drawSparkline, drawTextBar } from './drawing.ts'
import { buildReportBlocks } from './report/blocks.ts'
import { buildAllComparisons } from './report/comparisons.ts'
import { formatVerdict } from './report/overview.ts'
import { measureWidth, canFit, fitWidths, measureColumns, formatRowLines, wrap } from './terminal/layout.ts'
import { findTone, toPlain, toPlainCell, toPlainText } from './terminal/plain.ts'

/** Folded blocks show at most this many rows. */
const mostDetailRows = 40
/** A last column wider than this holds sentences. */
const longColumn = 30
/** Columns narrower than this break words. */
const narrowestColumn = 9
const narrowestTerminal = 40
const widestBar = 40
const narrowestBar = 10
const widestLabel = 16
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
  /** Whether to include blocks that are folded on GitHub; default true. */
  readonly hasDetails?: boolean
}

/** Renders the report for a terminal with aligned tables. */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const blocks = buildReportBlocks(report, { runUrl: null, runFolderHint: null })
  return renderTerminalBlocks(
    options.hasDetails === false ? blocks.filter(({ isFolded }) => !isFolded) : blocks,
    options,
  )
}

/** Renders comparisons without a report for a terminal. */
export function renderComparisons(
  comparisons: readonly Comparison[],
  headed: Pick<Report, 'title' | 'verdict' | 'sentence'>,
  options: TerminalOptions,
): string {
  const title = createText(formatVerdict(headed))
  return renderTerminalBlocks([title, ...buildAllComparisons({ comparisons })], options)
}

/** Renders blocks for a terminal. */
export function renderTerminalBlocks(blocks: readonly Block[], options: TerminalOptions): string {
  const columns = Math.max(options.columns, narrowestTerminal)
  return `${blocks.map((block) => formatBlock(block, { ...options, columns })).join('\n\n')}\n`
}

function formatBlock(block: Block, options: TerminalOptions): string {
  const formatParagraphs = (contents: readonly Content[]): string[] =>
    contents.flatMap((content) => wrap(toPlain(content), options.columns))
  const heading = block.title ? [formatHeading(block, block.title, options)] : []
  return [
    ...heading,
    ...formatParagraphs(block.lead),
    ...formatContent(block, options),
    ...formatParagraphs(block.notes),
  ].join('\n')
}

function formatHeading({ importance }: Block, title: Content, options: TerminalOptions): string {
  const lines = wrap(toPlain(title), options.columns)
  const rule = (importance === 0 ? '=' : '-').repeat(Math.max(...lines.map(measureWidth)))
  return createPainter(options, findTone(title))([...lines, rule].join('\n'))
}

function formatContent(block: Block, options: TerminalOptions): string[] {
  if (block.kind === 'chart') return drawChart(block.chart, options.columns)
  if (block.kind !== 'table' && block.kind !== 'list') return []
  const most = block.isFolded ? mostDetailRows : block.rows.length
  const hidden = block.rows.length - most
  const lines =
    block.kind === 'table'
      ? formatTable({ ...block, rows: block.rows.slice(0, most) }, options)
      : block.rows.slice(0, most).flatMap((row) => formatListItem(row, options))
  const more = `${hidden} of ${block.rows.length} ${block.noun} are not shown; the JSON report of this run has all.`
  return hidden > 0 ? [...lines, ...wrap(more, options.columns)] : lines
}

/** Draws curves: measured dots as one bar per point with dots up to the first line, others as a sparkline. */
function drawChart(chart: Chart, columns: number): string[] {
  if (chart.kind !== 'curves') return []
  const [first, line] = selectAlignedCurves(chart)
  if (!first) return []
  const values = first.points.map(({ y }) => y)
  if (first.style !== 'dots') return wrap(drawSparkline(values), columns)
  const labels = first.points.map(({ x }) => toPlainText(chart.x.words?.[x] ?? String(x), widestLabel))
  const title = toPlainText(chart.x.label, widestLabel)
  const labelWidth = Math.max(...[title, ...labels].map(measureWidth))
  const width = Math.max(narrowestBar, Math.min(widestBar, columns - labelWidth - 10))
  const highest = Math.max(...selectAlignedCurves(chart).flatMap(({ points }) => points.map(({ y }) => y)))
  const rows = values.map((value, index) => {
    const bar = drawTextBar(value / highest, width)
    const upTo = Math.round(((line?.points[index]?.y ?? 0) / highest) * width)
    const dots = '·'.repeat(Math.max(0, upTo - measureWidth(bar)))
    return `${(labels[index] ?? '').padStart(labelWidth)}  ${bar}${dots} ${Number(value.toPrecision(3))}`
  })
  const all = [title.padStart(labelWidth), ...rows]
  return line ? [...all, ...wrap(`Bars: ${first.name}; dots up to ${line.name}.`, columns)] : all
}

/** Formats a table. When it is too wide and its last column holds sentences, they move below each row. */
function formatTable({ columns, rows }: Table, options: TerminalOptions): string[] {
  const head = columns.map(({ title }) => toPlain(title))
  const cells = rows.map((row) => row.map(toPlainCell))
  const natural = measureColumns([head, ...cells])
  const isLastBelow = !canFit(natural, options.columns) && (natural.at(-1) ?? 0) > longColumn
  const widths = fitWidths(isLastBelow ? natural.slice(0, -1) : natural, options.columns)
  if (isTooNarrow(widths, natural))
    return cells.flatMap((row, index) => formatStackedRow(head, row, rows[index] ?? [], options))
  const isNumeric = columns.map((column) => column.isNumeric)
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

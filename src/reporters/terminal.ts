import { isTimed } from '../domain/core/metric.ts'
import { formatEffect, formatFactor, formatInterval, formatPair } from '../domain/core/numbers.ts'
import {
  createText,
  selectAlignedCurves,
  tabulate,
  type Block,
  type Chart,
  type Table,
} from '../domain/report/block.ts'
import { joinContents, say, type Content, type Tone } from '../domain/report/content.ts'
import type { Comparison, ComparisonVerdict } from '../domain/verdict/comparison.ts'
import type { Report } from '../domain/verdict/report.ts'
import { drawSparkline, drawTextBar } from './drawing.ts'
import { buildReportBlocks } from './report/blocks.ts'
import { buildAllComparisons, buildUndecidedGates } from './report/comparisons.ts'
import { compareByWeight, formatComparisonVerdict, formatMetricName, formatOtherMedians } from './report/labels.ts'
import { buildHeadline, formatVerdict } from './report/overview.ts'
import { buildSections } from './report/tables.ts'
import { canFit, fitWidths, formatRowLines, measureColumns, measureWidth, wrap } from './terminal/layout.ts'
import { toPlain, toPlainCell, toPlainText } from './terminal/plain.ts'

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
  const blocks = buildReportBlocks(report, null)
  const shown = options.hasDetails === false ? blocks.filter(({ isFolded }) => !isFolded) : blocks
  return renderTerminalBlocks(shown, options)
}

/** Renders comparisons without a report for a terminal. */
export function renderComparisons(
  comparisons: readonly Comparison[],
  headed: Pick<Report, 'title' | 'verdict' | 'sentence'>,
  options: TerminalOptions,
): string {
  return renderTerminalBlocks([createText(formatVerdict(headed)), ...buildAllComparisons({ comparisons })], options)
}

/**
 * Renders one screen: the verdict, each gate against each reference, reasons for inconclusive gates, and the scaling.
 */
export function renderTerminalSummary(report: Report, options: TerminalOptions): string {
  const scaling = buildSections({ ...report, sections: report.sections.filter(({ id }) => id === 'scaling') })
  return renderTerminalBlocks(
    [buildHeadline(report), ...buildGateTable(report), ...buildUndecidedGates(report), ...scaling],
    options,
  )
}

/** Of times and rates; "unchanged" only excludes a slowdown. */
const paceVerdicts: Partial<Record<ComparisonVerdict, string>> = {
  regression: 'slower',
  improvement: 'faster',
  unchanged: 'not slower',
}

function buildGateTable({ comparisons }: Report): Block[] {
  const gates = comparisons.flatMap((item) => {
    const { isGate, base, head } = item
    return isGate && base && head ? [{ ...item, medians: [base.median, head.median] as const }] : []
  })
  const metrics = [...new Set(gates.map(({ metric }) => metric))].map(formatMetricName)
  return tabulate(
    gates.toSorted(compareByWeight),
    {
      Verdict: ({ verdict, ...item }) =>
        formatComparisonVerdict(verdict, (isTimed(item) ? paceVerdicts[verdict] : undefined) ?? verdict),
      Reference: ({ reference }) => reference,
      '#Before → after': ({ medians, unit, effect }) =>
        formatPair(...medians, unit).join(' → ') + formatOtherMedians(effect, unit, medians),
      '#Change (95 % interval)': ({ effect, interval, unit }) => {
        const factor = formatFactor(effect, unit)
        const range = interval === null ? '' : ` (${formatInterval(interval, unit)})`
        return formatEffect(effect, unit) + range + (factor === null ? '' : `, ${factor}`)
      },
    },
    { title: say`Head by ${joinContents(metrics, ', ')}`, importance: 1 },
  )
}

/** Renders blocks for a terminal. */
export function renderTerminalBlocks(blocks: readonly Block[], options: TerminalOptions): string {
  const columns = Math.max(options.columns, narrowestTerminal)
  return `${blocks.map((block) => formatBlock(block, { ...options, columns })).join('\n\n')}\n`
}

function formatBlock(block: Block, options: TerminalOptions): string {
  const { title, lead, notes } = block
  const formatParagraphs = (contents: readonly Content[]): string[] =>
    contents.flatMap((content) => wrap(toPlain(content), options.columns))
  const heading = title ? [formatHeading(title, block.importance === 0 ? '=' : '-', options)] : []
  return [...heading, ...formatParagraphs(lead), ...formatContent(block, options), ...formatParagraphs(notes)].join(
    '\n',
  )
}

function formatHeading(title: Content, rule: string, options: TerminalOptions): string {
  const lines = wrap(toPlain(title), options.columns)
  return paint([...lines, rule.repeat(Math.max(...lines.map(measureWidth)))].join('\n'), title, options)
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
  const curves = selectAlignedCurves(chart)
  const [first, line] = curves
  if (!first) return []
  const values = first.points.map(({ y }) => y)
  if (first.style !== 'dots') return wrap(drawSparkline(values), columns)
  const labels = first.points.map(({ x }) => toPlainText(chart.x.words?.[x] ?? String(x), widestLabel))
  const title = toPlainText(chart.x.label, widestLabel)
  const labelWidth = Math.max(...[title, ...labels].map(measureWidth))
  const width = Math.max(narrowestBar, Math.min(widestBar, columns - labelWidth - 10))
  const highest = Math.max(...curves.flatMap(({ points }) => points.map(({ y }) => y)))
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
  const isTooNarrow = widths.some((width, index) => width < Math.min(natural[index] ?? 0, narrowestColumn))
  if (isTooNarrow) return cells.flatMap((row, index) => formatStackedRow(head, row, rows[index]?.[0] ?? [], options))
  const isNumeric = columns.map((column) => column.isNumeric)
  const rule = widths.map((width) => '-'.repeat(width))
  const heading = [head, rule].flatMap((row) => formatRowLines(row, widths, isNumeric, (text) => text))
  const lines = rows.flatMap((row, index) => {
    const own = cells[index] ?? []
    const below = isLastBelow ? formatBelow([own.at(-1) ?? ''], [head.at(-1) ?? ''], options) : []
    const paintCell = (text: string, column: number): string => paint(text, row[column] ?? [], options)
    return [...formatRowLines(own, widths, isNumeric, paintCell), ...below]
  })
  return [...heading, ...lines]
}

/** Formats a row that is too wide as its first cell, followed by one titled line per other cell. */
function formatStackedRow(
  [, ...titles]: readonly string[],
  [first = '', ...rest]: readonly string[],
  content: Content,
  options: TerminalOptions,
): string[] {
  const title = wrap(first, options.columns).map((line) => paint(line, content, options))
  return [...title, ...formatBelow(rest, titles, options)]
}

/** Formats cells as indented lines with their titles; empty ones are left out. */
function formatBelow(cells: readonly string[], titles: readonly string[], { columns }: TerminalOptions): string[] {
  return cells.flatMap((cell, index) =>
    cell === '' || cell === '–' ? [] : wrap(`${titles[index]}: ${cell}`, columns - 2).map((line) => `  ${line}`),
  )
}

/** Puts a command on its own line for copying. Not wrapped: a shell would execute the first half. */
function formatListItem(content: Content, { columns }: TerminalOptions): string[] {
  const { command = [], text = [] } = Object.groupBy(content, ({ style }) => (style === 'command' ? style : 'text'))
  const lines = wrap(toPlain(text), columns - 2)
  return [
    ...lines.map((line, index) => `${index === 0 ? '- ' : '  '}${line}`),
    ...command.map((span) => `    ${toPlain([span]).trim()}`),
  ]
}

/** Colors a text by the first status of its content. */
function paint(text: string, content: Content, { color }: TerminalOptions): string {
  const code = colors[content.find((span) => span.style === 'status')?.tone ?? 'quiet']
  return color && code !== '' ? `${code}${text}\u001B[39m` : text
}

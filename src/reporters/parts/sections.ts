import type { Cell, Report, Section } from '../../domain/verdict/report.ts'
import { say, type Content } from '../content.ts'
import { formatPair, formatValue } from '../markdown/numbers.ts'
import { createPart, type Column, type Part } from '../part.ts'
import { sentenceLength } from '../visible-text.ts'

/** Limits table width, which an untrusted run folder could choose. */
const mostColumns = 16
const mostNotes = 8

/** Limits for open tables; longer and wider tables are folded. */
const mostOpenTables = 2
const mostOpenRows = 12
const mostOpenColumns = 9

/**
 * Builds the tables of the suites. The first short ones are open if they are the result: nothing was compared and no
 * limit was missed.
 */
export function buildSections(report: Report): Part[] {
  let [tables, rows] = isResultElsewhere(report) ? [0, 0] : [mostOpenTables, mostOpenRows]
  return report.sections.map((section) => {
    const isShort = section.rows.length <= rows && section.columns.length <= mostOpenColumns
    const isOpen = section.isDetail !== true && isShort && tables > 0
    if (isOpen) [tables, rows] = [tables - 1, rows - section.rows.length]
    return buildSection(section, !isOpen)
  })
}

function isResultElsewhere({ comparisons, requirements }: Report): boolean {
  return comparisons.some(({ isGate }) => isGate) || requirements.some(({ status }) => status === 'fail')
}

function buildSection(original: Section, isFolded: boolean): Part {
  const section = withoutEmptyColumns(original)
  const columns = section.columns.slice(0, mostColumns).map((title, index) => buildColumn(title, section.rows, index))
  const rows = section.rows.map((row) => columns.map((_, index) => formatCell(row[index] ?? null)))
  const body = rows.length > 0 ? ({ kind: 'table', columns, rows } as const) : ({ kind: 'none' } as const)
  const importance = isFolded ? 11 : 7
  return createPart({ title: say`${section.title}`, importance, isFolded, body, notes: buildNotes(section) })
}

/** Drops columns in which every cell is empty. */
function withoutEmptyColumns(section: Section): Section {
  const { columns, rows } = section
  const isUsed = columns.map((_, index) => rows.length === 0 || rows.some((row) => (row[index] ?? '') !== ''))
  const keepUsed = <T>(items: readonly T[]) => items.filter((_, index) => isUsed[index])
  return { ...section, columns: keepUsed(columns), rows: rows.map(keepUsed) }
}

function buildColumn(title: string, rows: Section['rows'], index: number): Column {
  const cells = rows.map((row) => row[index] ?? null).filter((cell) => cell !== null)
  return { title: say`${title}`, isNumeric: cells.length > 0 && cells.every((cell) => typeof cell === 'object') }
}

function formatCell(cell: Cell): Content {
  if (cell === null) return say`–`
  if (typeof cell === 'string') return say`${cell}`
  if ('value' in cell) return say`${formatValue(cell.value, cell.unit)}`
  const [low, high] = formatPair(...cell.interval, cell.unit)
  return say`${low} to ${high}`
}

function buildNotes({ columns, notes }: Section): Content[] {
  const hidden = columns.length - mostColumns
  const width = hidden > 0 ? [say`${hidden} more columns are in the JSON report.`] : []
  const rest = notes.length > mostNotes ? [say`${notes.length - mostNotes} more notes are in the JSON report.`] : []
  const shown = notes.slice(0, mostNotes).map((note) => say`${note.slice(0, sentenceLength * 2)}`)
  return [...shown, ...rest, ...width]
}

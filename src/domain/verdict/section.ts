import { roundToTwoDigits } from '../core/numbers.ts'
import type { Interval } from '../core/statistics.ts'
import type { Cell, Section } from './report.ts'

/** A number with its unit; an empty cell if it is unknown. */
export function toCell(value: number | null | undefined, unit: string): Cell {
  return value === null || value === undefined ? null : { value, unit }
}

/** A share with two significant digits; an empty cell if it is unknown. */
export function toShareCell(share: number | null): Cell {
  return share === null ? null : { value: roundToTwoDigits(share), unit: 'share' }
}

/** An interval with its unit; an empty cell without one. */
export function toRangeCell(interval: Interval | null | undefined, unit: string): Cell {
  return interval ? { interval, unit } : null
}

/** A column of a table: its title, and the cell of a row. */
export type Column<Row> = readonly [title: string, read: (row: Row) => Cell]
type Heading = Pick<Section, 'id' | 'title' | 'isDetail'> & Partial<Pick<Section, 'notes' | 'charts'>>

/** Builds a table from its columns. */
export function buildTable<Row>(
  { id, title, notes = [], isDetail, charts = [] }: Heading,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Section {
  return {
    id,
    title,
    columns: columns.map(([name]) => name),
    rows: rows.map((row) => columns.map(([, read]) => read(row))),
    notes,
    ...(isDetail && { isDetail }),
    ...(charts.length > 0 && { charts }),
  }
}

/** Builds a table that is left out if it has no rows. */
export function buildFilledTable<Row>(
  heading: Heading,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Section[] {
  return rows.length === 0 ? [] : [buildTable(heading, rows, columns)]
}

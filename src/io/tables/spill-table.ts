import { createHash, type Hash } from 'node:crypto'
import { detectDelimiter, splitLine, type Delimiter } from '../../domain/tables/delimited-line.ts'
import type { ReadBounds } from '../files/regular-file.ts'
import { valueSeparator } from './partition-rows.ts'
import { createSpill, choosePartition, type Spill } from './spill.ts'
import { readTableLines } from './table-lines.ts'
import { keptExamples } from '../../record/limits.ts'

export type SpillRequest = {
  readonly files: readonly string[]
  /** The compared columns, the id first. */
  readonly columns: readonly string[]
  readonly directory: string
  readonly partitions: number
  readonly seed: number
  readonly bounds: ReadBounds
}

export type SpilledTable = {
  readonly sha256: string
  readonly rows: number
  readonly malformedRows: number
  /** Descriptions of the malformed rows. */
  readonly malformed: readonly string[]
}

type Counts = { rows: number; malformedRows: number; readonly malformed: string[] }

/** The column names of a table; null for an empty file. */
export async function readHeader(path: string, bounds: ReadBounds): Promise<string[] | null> {
  for await (const lines of readTableLines(path, null, bounds)) {
    const [header] = lines
    return typeof header === 'string' && header !== '' ? parseHeaderFields(header) : null
  }
  return null
}

/** Reads all files of one table once and distributes the compared values over the partitions. */
export async function spillTable(request: SpillRequest): Promise<SpilledTable> {
  const spill = createSpill(request.directory, request.partitions)
  const hash = createHash('sha256')
  const counts: Counts = { rows: 0, malformedRows: 0, malformed: [] }
  for (const path of request.files) await spillFile(path, request, { spill, hash, counts })
  spill.finish()
  return { sha256: hash.digest('hex'), ...counts }
}

type SpillTarget = { readonly spill: Spill; readonly hash: Hash; readonly counts: Counts }

async function spillFile(path: string, request: SpillRequest, { spill, hash, counts }: SpillTarget): Promise<void> {
  let layout: Layout | null = null
  let lineNumber = 0
  for await (const lines of readTableLines(path, hash, request.bounds)) {
    for (const line of lines) {
      lineNumber += 1
      if (layout === null) layout = parseLayout(line ?? '', request.columns)
      else if (line !== '') addLine(line, layout, request, { spill, counts, lineNumber })
    }
  }
}

type Layout = {
  readonly delimiter: Delimiter
  readonly fieldCount: number
  /** Positions of the compared columns; null: this file lacks some, so none of its rows counts. */
  readonly places: readonly number[] | null
}

/** Files of one table may have different column orders. */
function parseLayout(header: string, columns: readonly string[]): Layout {
  const fields = parseHeaderFields(header)
  const places = columns.map((column) => fields.indexOf(column))
  return { delimiter: detectDelimiter(header), fieldCount: fields.length, places: places.includes(-1) ? null : places }
}

function addLine(
  line: string | null,
  layout: Layout,
  { partitions, seed }: SpillRequest,
  { spill, counts, lineNumber }: Omit<SpillTarget, 'hash'> & { readonly lineNumber: number },
): void {
  counts.rows += 1
  const values = line === null ? 'is too long' : parseValues(line, layout)
  if (typeof values !== 'string') {
    spill.add(choosePartition(values[0] ?? '', partitions, seed), values.join(valueSeparator))
    return
  }
  counts.malformedRows += 1
  if (counts.malformed.length < keptExamples) counts.malformed.push(`line ${lineNumber} ${values}`)
}

/** The compared values, or what is wrong with the line. */
function parseValues(line: string, { delimiter, fieldCount, places }: Layout): string[] | string {
  const fields = splitLine(line, delimiter)
  if (fields === null) return 'has an unterminated quote'
  if (fields.length !== fieldCount) return `has ${fields.length} fields instead of ${fieldCount}`
  if (places === null) return 'is in a file that lacks a column'
  if (line.includes(valueSeparator)) return 'contains a control character'
  return places.map((place) => fields[place] ?? '')
}

function parseHeaderFields(line: string): string[] {
  // The byte order mark, one character per byte.
  const header = line.startsWith('\u00ef\u00bb\u00bf') ? line.slice(3) : line
  return (splitLine(header, detectDelimiter(header)) ?? []).map((field) => field.trim())
}

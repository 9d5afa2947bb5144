import { createHash, type Hash } from 'node:crypto'
import { detectDelimiter, splitLine, type Delimiter } from '../../domain/tables/delimited-line.ts'
import { type ReadBounds, readNamed } from '../files/regular-file.ts'
import { keptExamples } from '../../record/limits.ts'
import { appendFileSync, mkdirSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../domain/core/errors.ts'
import type { RowTally } from '../../domain/tables/row-tally.ts'
import { createTopItems, type TopItems } from '../../domain/tables/top-items.ts'

type SpillRequest = {
  readonly files: readonly string[]
  /** The compared columns, the id first. */
  readonly columns: readonly string[]
  readonly directory: string
  readonly partitions: number
  readonly seed: number
  readonly bounds: ReadBounds
}

/** The column names of a table; null for an empty file. */
export async function readHeader(path: string, bounds: ReadBounds): Promise<string[] | null> {
  for await (const lines of readTableLines(path, null, bounds)) {
    const [header] = lines
    return typeof header === 'string' && header !== '' ? parseHeaderFields(header) : null
  }
  return null
}

/**
 * Reads all files of one table once and writes the compared values to one file per partition in `directory`.
 * `malformed`: the first invalid rows as sentences, of `malformedRows` in total, which `rows` includes.
 */
export async function spillTable(request: SpillRequest) {
  const spill = createSpill(request.directory, request.partitions)
  const hash = createHash('sha256')
  const malformed: string[] = []
  let [rows, malformedRows] = [0, 0]
  for (const path of request.files) {
    let layout: Layout | null = null
    let lineNumber = 0
    for await (const lines of readTableLines(path, hash, request.bounds))
      for (const line of lines) {
        lineNumber += 1
        if (layout === null) {
          layout = parseLayout(line ?? '', request.columns)
          continue
        }
        if (line === '') continue
        rows += 1
        const values = line === null ? 'is too long' : parseValues(line, layout)
        if (typeof values !== 'string') {
          const partition = choosePartition(values[0] ?? '', request.partitions, request.seed)
          spill.add(partition, values.join(valueSeparator))
          continue
        }
        malformedRows += 1
        if (malformed.length < keptExamples) malformed.push(`line ${lineNumber} ${values}`)
      }
  }
  spill.finish()
  return { sha256: hash.digest('hex'), rows, malformedRows, malformed }
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

/** Number of buffered characters, over all partitions. */
const waitingCharacters = 4 << 20
const [smallestWait, largestWait] = [1 << 13, 1 << 16]

/** Rows in files by the hash of their id: equal ids are in files of one number. `finish` writes the last ones. */
function createSpill(directory: string, partitions: number) {
  mkdirSync(directory, { recursive: true })
  const waiting = Array.from({ length: partitions }, () => ({ rows: [] as string[], characters: 0 }))
  const most = Math.min(largestWait, Math.max(smallestWait, Math.floor(waitingCharacters / partitions)))
  const write = (partition: number): void => {
    const batch = waiting[partition]
    if (!batch || batch.rows.length === 0) return
    // Synchronous: no timed process runs at this point, and pending writes would accumulate in memory.
    appendFileSync(join(directory, String(partition)), `${batch.rows.join('\n')}\n`, 'latin1')
    batch.rows.length = 0
    batch.characters = 0
  }
  return {
    add(partition: number, row: string): void {
      const batch = waiting[partition]
      if (!batch) throw new RangeError(`there is no partition ${partition}`)
      batch.rows.push(row)
      batch.characters += row.length + 1
      if (batch.characters >= most) write(partition)
    },
    finish(): void {
      for (const partition of waiting.keys()) write(partition)
    },
  }
}

/** FNV-1a with a secret seed, so that the pipeline cannot force all ids into one partition. */
function choosePartition(id: string, partitions: number, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (let place = 0; place < id.length; place += 1) hash = Math.imul(hash ^ id.charCodeAt(place), 0x01000193)
  // The low bits of FNV are poorly mixed.
  return ((hash ^ (hash >>> 15)) >>> 0) % partitions
}

/** A longer line is not a table row. */
const maxLineCharacters = 1 << 16

/**
 * The lines of a file in chunks, one character per byte: keeps invalid UTF-8, and texts stay as small as the file. A
 * line beyond the limit is null. Feeds every byte to the hash, if given.
 */
async function* readTableLines(path: string, hash: Hash | null, bounds: ReadBounds): AsyncGenerator<(string | null)[]> {
  let carried = ''
  let isTooLong = false
  for await (const chunk of readNamed(path, bounds)) {
    hash?.update(chunk)
    const pieces = chunk.toString('latin1').split('\n')
    pieces[0] = carried + pieces[0]
    carried = pieces.pop() ?? ''
    const lines = pieces.map((line, place) => ((place === 0 && isTooLong) || isLong(line) ? null : trimLineEnd(line)))
    if (pieces.length > 0) isTooLong = false
    if (isLong(carried)) [carried, isTooLong] = ['', true]
    if (lines.length > 0) yield lines
  }
  if (isTooLong) yield [null]
  else if (carried !== '') yield [trimLineEnd(carried)]
}

function isLong(line: string): boolean {
  return line.length > maxLineCharacters
}

function trimLineEnd(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

/** Joins the values of a row; cannot occur in a row that is kept. */
const valueSeparator = '\u001f'

/** The rows of one table and partition, by id. */
type PartitionRows = {
  /** The other values of the row; null: duplicate id. */
  readonly rows: ReadonlyMap<string, string | null>
  readonly duplicateRows: number
}

/** Memory grows with the number of distinct ids only. */
async function readPartition(directory: string, partition: number, bounds: ReadBounds): Promise<PartitionRows> {
  const rows = new Map<string, string | null>()
  let duplicateRows = 0
  const path = join(directory, String(partition))
  if (!existsSync(path)) return { rows, duplicateRows }
  for await (const lines of readTableLines(path, null, bounds)) {
    for (const line of lines) {
      const end = line?.indexOf(valueSeparator) ?? -1
      if (line === null || end < 0)
        throw new UserError(
          `a row of ${path} cannot be read back`,
          'Make sure that no other program writes there, and run again.',
        )
      const id = line.slice(0, end)
      const known = rows.get(id)
      if (known !== undefined) duplicateRows += known === null ? 1 : 2
      rows.set(id, known === undefined ? line.slice(end + 1) : null)
    }
  }
  return { rows, duplicateRows }
}

/** Results of the join for one table. */
type JoinTotals = ReturnType<typeof createTotals>

/**
 * Joins the rows of two spilled tables by id into `tally`, with one pair of partitions in memory at a time. Rows whose
 * id occurs twice are left out. Returns the counts of each side.
 */
export async function joinPartitions(
  subjectDirectory: string,
  referenceDirectory: string,
  tally: RowTally,
  { partitions, bounds }: Pick<SpillRequest, 'partitions' | 'bounds'>,
) {
  const [subject, reference] = [createTotals(), createTotals()]
  for (let partition = 0; partition < partitions; partition += 1) {
    const ofSubject = await readPartition(subjectDirectory, partition, bounds)
    const ofReference = await readPartition(referenceDirectory, partition, bounds)
    let matched = 0
    for (const [id, row] of ofSubject.rows) {
      const other = ofReference.rows.get(id)
      if (other === undefined) continue
      matched += 1
      // Duplicate ids are excluded, because the intended row is unknown.
      if (row !== null && other !== null) tally.add(id, row.split(valueSeparator), other.split(valueSeparator))
    }
    addPartition(subject, ofSubject, ofReference, matched)
    addPartition(reference, ofReference, ofSubject, matched)
  }
  return { subject, reference }
}

function createTotals() {
  return { duplicateRows: 0, unmatchedIds: 0, duplicate: createIdSample(), unmatched: createIdSample() }
}

function createIdSample(): TopItems<string> {
  return createTopItems(keptExamples, (one, other) => one < other)
}

/** Only if ids are left over: a second lookup of every id takes as long as the join. */
function addPartition(side: JoinTotals, own: PartitionRows, other: PartitionRows, matched: number): void {
  side.duplicateRows += own.duplicateRows
  if (own.duplicateRows === 0 && own.rows.size === matched) return
  for (const [id, row] of own.rows) {
    if (row === null) side.duplicate.add(id)
    if (other.rows.has(id)) continue
    side.unmatchedIds += 1
    side.unmatched.add(id)
  }
}

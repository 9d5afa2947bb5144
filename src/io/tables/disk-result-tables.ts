import { createHash, randomInt } from 'node:crypto'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { UserError } from '../../domain/core/errors.ts'
import {
  selectComparedColumns,
  listIgnoredColumns,
  type ComparedColumns,
} from '../../domain/tables/compared-columns.ts'
import { createRowTally } from '../../domain/tables/row-tally.ts'
import { readNamed, type ReadBounds } from '../files/regular-file.ts'
import { joinPartitions, readHeader, spillTable } from './spill-table.ts'
import type { SideFindings, TableFindings, TableRule } from '../../record/tables.ts'

// Both partitions with the same number are in memory at once: about 6 bytes per byte of the files.
const partitionBytes = 2 << 20
const maxPartitions = 4096
/** Larger tables would exceed the memory bound: 8 GiB, more than a hundred million rows. */
const maxTableBytes = partitionBytes * maxPartitions

export type ResultTables = ReturnType<typeof createResultTables>

/** Two versions of one result table to compare. */
export type TablePair = {
  readonly rule: TableRule
  /** Files of one table; may be huge. Absolute paths. */
  readonly subject: readonly string[]
  readonly reference: readonly string[]
  /** A directory for data that does not fit into memory; created, and removed afterwards. */
  readonly scratchDirectory: string
}

/** The differences, or a sentence why the tables could not be compared. */
export type TableAnswer =
  | { readonly findings: TableFindings; readonly problem: null }
  | { readonly findings: null; readonly problem: string }

/**
 * Compares tables on the local disk in bounded memory (below 100 MB of live objects): both sides are partitioned by the
 * hash of the id, and the partitions are joined one by one. Needs disk space for a copy of the compared columns. Every
 * read stops when `signal` aborts.
 */
export function createResultTables(signal: AbortSignal | null) {
  const bounds = { maxBytes: maxTableBytes, signal }
  return {
    /**
     * Copies the files so that they outlive their trial. The SHA-256 covers the concatenated bytes. A file whose real
     * path lies outside `roots` is a problem; null: no restriction.
     */
    keep: (files: readonly string[], directory: string, roots: readonly string[] | null) =>
      keepTables(files, directory, roots, bounds),
    /** Joins two tables by id. Invalid content is a result, not an error. */
    compare: async (pair: TablePair): Promise<TableAnswer> => {
      try {
        return await compareFiles(pair, bounds)
      } catch (error) {
        if (error instanceof UserError) return { findings: null, problem: error.message }
        throw error
      }
    },
  }
}

/** `problem`: a file is missing, unreadable or too large; nothing was copied. */
async function keepTables(
  files: readonly string[],
  directory: string,
  roots: readonly string[] | null,
  bounds: ReadBounds,
): Promise<{ readonly sha256: string; readonly problem: null } | { readonly sha256: null; readonly problem: string }> {
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true })
  const problem = files.length === 0 ? null : await findFilesProblem(files, 'the table')
  if (problem !== null) return { sha256: null, problem }
  const hash = createHash('sha256')
  try {
    for (const [index, file] of files.entries()) {
      await using copy = await open(join(directory, `${String(index).padStart(4, '0')}${extname(file)}`), 'wx')
      for await (const chunk of readNamed(file, bounds, roots)) {
        hash.update(chunk)
        await copy.writeFile(chunk)
      }
    }
  } catch (error) {
    // A partial copy would be mistaken for the table.
    await rm(directory, { recursive: true, force: true })
    if (!(error instanceof UserError)) throw error
    return { sha256: null, problem: error.message }
  }
  return { sha256: hash.digest('hex'), problem: null }
}

async function compareFiles(pair: TablePair, bounds: ReadBounds): Promise<TableAnswer> {
  const problem =
    (await findFilesProblem(pair.subject, 'the table')) ?? (await findFilesProblem(pair.reference, 'the reference'))
  if (problem !== null) return { findings: null, problem }
  const [subject, reference] = [
    await readHeader(pair.subject[0] ?? '', bounds),
    await readHeader(pair.reference[0] ?? '', bounds),
  ]
  if (!subject || !reference) return { findings: null, problem: 'a table has no header line' }
  const columns = selectComparedColumns(toByteRule(pair.rule), subject, reference)
  if (typeof columns === 'string') return { findings: null, problem: toLegibleText(columns) }
  try {
    return { findings: await compareColumns(pair, columns, { subject, reference }, bounds), problem: null }
  } finally {
    await rm(pair.scratchDirectory, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function findFilesProblem(files: readonly string[], side: string): Promise<string | null> {
  if (files.length === 0) return `${side} was not found`
  const bytes = await computeSize(files)
  if (bytes === null) return `${side} is not a file`
  return bytes > maxTableBytes ? `${side} has ${bytes} bytes; at most ${maxTableBytes} are compared` : null
}

async function computeSize(files: readonly string[]): Promise<number | null> {
  let bytes = 0
  for (const file of files) {
    const found = await stat(file).catch(() => null)
    if (!found?.isFile()) return null
    bytes += found.size
  }
  return bytes
}

type TableSide = 'subject' | 'reference'

async function compareColumns(
  pair: TablePair,
  columns: ComparedColumns,
  headers: Readonly<Record<TableSide, readonly string[]>>,
  bounds: ReadBounds,
): Promise<TableFindings> {
  const bytes = Math.max((await computeSize(pair.subject)) ?? 0, (await computeSize(pair.reference)) ?? 0)
  const partitions = Math.min(maxPartitions, Math.max(1, Math.ceil(bytes / partitionBytes)))
  const spread = { partitions, seed: randomInt(2 ** 32), bounds }
  const values = [...columns.labels, ...columns.scores.map(({ column }) => column)]
  const getDirectory = (side: TableSide) => join(pair.scratchDirectory, side)
  const spill = (side: TableSide) =>
    spillTable({
      ...spread,
      files: pair[side],
      columns: [columns.id[side], ...values],
      directory: getDirectory(side),
    })
  const spilled = { subject: await spill('subject'), reference: await spill('reference') }
  const tally = createRowTally(columns)
  const joined = await joinPartitions(getDirectory('subject'), getDirectory('reference'), tally, spread)
  const describeSide = (side: TableSide): SideFindings => {
    const { malformed, ...counts } = spilled[side]
    const { duplicateRows, unmatchedIds, duplicate, unmatched } = joined[side]
    const [duplicates, others] = [duplicate.items.map(toLegibleText), unmatched.items.map(toLegibleText)]
    const ignored = listIgnoredColumns(headers[side], columns, columns.id[side])
    return {
      ...counts,
      duplicateRows,
      unmatchedIds,
      examples: { malformed, duplicate: duplicates, unmatched: others },
      ignoredColumns: ignored.map(toLegibleText),
    }
  }
  const { labels, scores, ...counts } = tally.findings()
  return {
    ...counts,
    idColumns: { subject: toLegibleText(columns.id.subject), reference: toLegibleText(columns.id.reference) },
    subject: describeSide('subject'),
    reference: describeSide('reference'),
    labels: labels.map((item) => ({
      ...item,
      column: toLegibleText(item.column),
      examples: item.examples.map(toLegibleRow),
    })),
    scores: scores.map((item) => ({
      ...item,
      column: toLegibleText(item.column),
      worst: item.worst.map(toLegibleRow),
    })),
  }
}

/** Tables are read as one character per byte, so names from the config must be converted. */
function toByteRule(rule: TableRule): TableRule {
  const { id, labels, scores, tolerances } = rule
  return {
    ...rule,
    id: id === null ? null : toByteText(id),
    labels: labels?.map(toByteText) ?? null,
    scores: scores?.map(toByteText) ?? null,
    tolerances: Object.fromEntries(Object.entries(tolerances).map(([column, one]) => [toByteText(column), one])),
  }
}

function toByteText(text: string): string {
  return Buffer.from(text).toString('latin1')
}

/** Maximum length of a stored id, label or column name. */
const keptCharacters = 80

function toLegibleRow<Row extends { id: string; subject: string; reference: string }>(row: Row): Row {
  return {
    ...row,
    id: toLegibleText(row.id),
    subject: toLegibleText(row.subject),
    reference: toLegibleText(row.reference),
  }
}

/** Converts bytes to short text, with replacement characters for invalid UTF-8, controls and separators. */
function toLegibleText(bytes: string): string {
  const text = Buffer.from(bytes.slice(0, keptCharacters * 4), 'latin1').toString('utf8')
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
  const letters = [...plain]
  return letters.length > keptCharacters ? `${letters.slice(0, keptCharacters - 1).join('')}…` : plain
}

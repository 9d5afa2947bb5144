import { createHash } from 'node:crypto'
import { glob, realpath, stat, open } from 'node:fs/promises'
import { UserError } from '../../domain/core/errors.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import { isBelow, createOutsideError, openRegular, readNamed, resolveRoots } from './regular-file.ts'
import { basename, dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DatabaseSync } from 'node:sqlite'
import type { TableRows, TableSelection, TableValue } from '../../domain/tables/database-table.ts'
import { openTemporaryDirectory } from './owned-directory.ts'
import { existsSync, statSync } from 'node:fs'
import { readingLimits } from '../../record/limits.ts'

const lineFeed = 0x0a
const maxMatches = 10_000
/** Limit for tables, logs and tool output. */
const maxFileBytes = 16 * 2 ** 30
/** Limit for files that are only hashed, such as model weights: two minutes from a fast disk. */
const maxHashedBytes = 256 * 2 ** 30

/** Streams files from the local disk. Every read stops with the reason of `signal`, if any, when it aborts. */
export function createFileInspector(signal: AbortSignal | null): FileInspector {
  return buildInspector(signal, null)
}

function buildInspector(signal: AbortSignal | null, roots: readonly string[] | null): FileInspector {
  const read = (path: string, maxBytes = maxFileBytes) => readNamed(path, { maxBytes, signal }, roots)
  const readStat: FileInspector['readStat'] = async (path) => {
    if (roots) await requireInside(path, roots)
    const found = await stat(path).catch(() => null)
    return found?.isFile() ? { bytes: found.size, modifiedMs: found.mtimeMs } : null
  }
  const streamBytes = (path: string) => copyChunks(readNamed(path, { maxBytes: maxFileBytes, signal }, roots, false))
  return {
    restrictTo: (others) => buildInspector(signal, others),
    find: async (pattern) => {
      const found: string[] = []
      const { folder, rest } = splitPattern(pattern)
      for await (const name of rest === '' ? [''] : glob(rest, { cwd: folder })) {
        signal?.throwIfAborted()
        found.push(join(folder, name))
        if (found.length > maxMatches)
          throw new UserError(
            `more than ${maxMatches} files match ${pattern}`,
            'Match fewer files, or merge them into one.',
          )
      }
      found.sort()
      if (roots) for (const path of found) await requireInside(path, roots, pattern)
      return found
    },
    readStat,
    async readTime(path) {
      const found = await stat(path).catch(() => null)
      return found && { modifiedMs: found.mtimeMs, fileSystem: found.dev }
    },
    async readStamp(path) {
      const found = await stat(path, { bigint: true }).catch(() => null)
      // The status change time, which only root can set, is part of it.
      return found?.isFile() ? [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(':') : null
    },
    isThere: async (path) => (await stat(path).catch(() => null)) !== null,
    countLines: (path) => countLines(read(path)),
    hasText: (path, text) => hasBytes(read(path), Buffer.from(text)),
    readText: async (path, maxBytes) => {
      if ((await realpath(path).catch(() => null)) === null) return null
      const chunks: Uint8Array[] = []
      for await (const chunk of copyChunks(read(path, maxBytes))) chunks.push(chunk)
      return Buffer.concat(chunks).toString('utf8')
    },
    streamBytes,
    readTables: (path, selections) => readDatabaseRows(basename(path), streamBytes(path), selections),
    resolveRealPath: (path) => realpath(path).catch(() => path),
    computeSha256: async (path) => {
      if ((await readStat(path)) === null) return null
      const hash = createHash('sha256')
      for await (const chunk of read(path, maxHashedBytes)) hash.update(chunk)
      return hash.digest('hex')
    },
  }
}

/** The longest part of a pattern that exists under just this name, also if it holds `[` or `{`, and what follows. */
function splitPattern(pattern: string): { readonly folder: string; readonly rest: string } {
  let folder = pattern
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  return { folder, rest: relative(folder, pattern) }
}

/** Checks a path before the file is opened, again by its reader. The error reveals no names of other files. */
async function requireInside(path: string, roots: readonly string[], shown = path): Promise<void> {
  const real = await realpath(path).catch(() => null)
  if (real !== null && !isBelow(real, await resolveRoots(roots))) throw createOutsideError(shown)
}

/** Copies each chunk, because the reader reuses its buffer. */
async function* copyChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}

async function countLines(chunks: AsyncIterable<Buffer>): Promise<number> {
  let lines = 0
  let isEmpty = true
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      if (end > start || !isEmpty) lines += 1
      isEmpty = true
      start = end + 1
    }
    if (start < chunk.length) isEmpty = false
  }
  return isEmpty ? lines : lines + 1
}

async function hasBytes(chunks: AsyncIterable<Buffer>, needle: Buffer): Promise<boolean> {
  let carried = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const window = Buffer.concat([carried, chunk])
    if (window.includes(needle)) return true
    carried = window.subarray(Math.max(0, window.length - needle.length + 1))
  }
  return false
}

const maxBytes = 2 * 2 ** 30
const maxRows = 1_000_000
const maxCharacters = readingLimits.name
/** Of all texts of one table. */
const maxTableCharacters = 256 * 2 ** 20

/**
 * Reads tables of an untrusted SQLite file. Works on a private copy without journal, so that files next to it have no
 * effect, and reads stored columns of ordinary tables only: a view or a computed column could run for hours. Returns
 * one element per selection, in order.
 *
 * @throws UserError when the file is larger than 2 GiB, no SQLite database, or damaged, or a table has more than a
 *   million rows
 */
export async function readDatabaseRows(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  selections: readonly TableSelection[],
): Promise<TableRows[]> {
  await using directory = await openTemporaryDirectory('database')
  try {
    const copy = join(directory.path, 'copy.sqlite')
    await writeCopy(path, bytes, copy)
    using database = await openReadOnly(copy)
    return selections.map((selection) => readTable(database, selection, path))
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error)) throw error
    const hint = 'Export it again, for example with `nsys export --type sqlite`'
    throw new UserError(`${path} is not a readable SQLite database: ${error.message}`, hint, { cause: error })
  }
}

async function writeCopy(path: string, bytes: AsyncIterable<Uint8Array>, copy: string): Promise<void> {
  await using file = await open(copy, 'wx', 0o600)
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > maxBytes)
      throw new UserError(`${path} is larger than ${maxBytes} bytes`, 'Export fewer tables, or profile fewer steps')
    await file.writeFile(chunk)
  }
}

/** Loads SQLite only when it is used. */
async function openReadOnly(copy: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite')
  const url = pathToFileURL(copy)
  url.search = '?immutable=1'
  const database = new DatabaseSync(url, { readOnly: true })
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0')
  return database
}

function readTable(database: DatabaseSync, selection: TableSelection, path: string): TableRows {
  const { table, columns } = selection
  if (!hasStoredColumns(database, table, columns)) return null
  const fields = columns.map(quoteName).map((column, index) => {
    const text = `WHEN 'text' THEN substr(${column}, 1, ${maxCharacters})`
    return `CASE typeof(${column}) ${text} WHEN 'blob' THEN NULL ELSE ${column} END AS c${index}`
  })
  const wanted = selection.isSum ? selectSums(columns.map(quoteName)) : fields.join(', ')
  const group = selection.isSum ? ' GROUP BY 1' : ''
  const statement = database.prepare(`SELECT ${wanted} FROM ${quoteName(table)}${group} LIMIT ${maxRows + 1}`)
  statement.setReadBigInts(true)
  const rows: TableValue[][] = []
  let characters = 0
  for (const row of statement.iterate()) {
    if (rows.length >= maxRows)
      throw new UserError(`${path} has more than ${maxRows} rows in ${table}`, 'Profile fewer steps')
    const values = Object.values(row).map(toValue)
    characters += values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
    if (characters > maxTableCharacters)
      throw new UserError(`${path} has more than ${maxTableCharacters} characters in ${table}`, 'Profile fewer steps')
    rows.push(values)
  }
  return rows
}

function selectSums([key = '', from = '', to = '']: readonly string[]): string {
  const isTimed = `typeof(${from}) = 'integer' AND typeof(${to}) = 'integer' AND ${to} >= ${from}`
  const total = `total(CASE WHEN ${isTimed} THEN ${to} - ${from} END)`
  return `CASE typeof(${key}) WHEN 'integer' THEN ${key} END, count(*), count(CASE WHEN ${isTimed} THEN 1 END), ${total}`
}

function hasStoredColumns(database: DatabaseSync, table: string, columns: readonly string[]): boolean {
  const [found] = database.prepare('SELECT type, rootpage FROM sqlite_schema WHERE name = ?').all(table)
  // A view has another type, a virtual table has no page.
  if (found?.['type'] !== 'table' || !Number(found['rootpage'])) return false
  const known = database.prepare('SELECT name, hidden FROM pragma_table_xinfo(?)').all(table)
  const isComputed = known.some(({ hidden }) => hidden !== 0)
  return !isComputed && columns.every((column) => known.some(({ name }) => name === column))
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function toValue(value: unknown): TableValue {
  if (typeof value === 'bigint') return Number(value)
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

/** Skips older lines beyond this size per read: the newest lines matter, and reading must not delay the run. */
const maxNewBytes = 8 * 1024 * 1024
const maxLineBytes = 64 * 1024

/** Follows files that another process is writing. Paths are absolute. */
export type GrowingFiles = typeof diskGrowingFiles

export const diskGrowingFiles = { follow }

/** Delivers new lines until it is closed. */
export type GrowingWatch = ReturnType<typeof follow>

type ReadPosition = { readonly path: string; offset: number; rest: Buffer }

/**
 * Calls `onNews` every `everyMs` with the complete lines added to each file since the last call, in the order of
 * `paths`; '' for a file that has no new lines or cannot be read. Of more than 8 MiB at once only the end is delivered.
 * Calls never overlap; an error of `onNews` stops the watch.
 */
function follow(paths: readonly string[], everyMs: number, onNews: (added: readonly string[]) => Promise<void>) {
  const places = paths.map((path): ReadPosition => ({ path, offset: 0, rest: Buffer.alloc(0) }))
  let reading: Promise<void> | null = null
  let failure: unknown = null
  const readOnce = (): Promise<void> => {
    reading ??= Promise.all(places.map(readNewLines))
      .then(onNews)
      .catch((error: unknown) => {
        failure ??= error
        clearInterval(timer)
      })
      .finally(() => {
        reading = null
      })
    return reading
  }
  const timer = setInterval(() => void readOnce(), everyMs)
  return {
    /** Delivers the remaining lines and stops. Rejects with the error that `onNews` threw. */
    close: async (): Promise<void> => {
      clearInterval(timer)
      await reading
      if (failure === null) await readOnce()
      if (failure !== null) throw failure
    },
  }
}

/** A file that became shorter was truncated or replaced: reading restarts at its end. */
async function readNewLines(place: ReadPosition): Promise<string> {
  try {
    // Most reads find nothing new. This call takes 10 µs of processor time; an asynchronous one takes 200 µs, or 400 µs
    // when it fails.
    const found = statSync(place.path, { throwIfNoEntry: false })
    if (!found || found.size === place.offset) return ''
    await using file = await openRegular(place.path, false)
    const { size } = await file.stat()
    const from = size < place.offset ? size : Math.max(place.offset, size - maxNewBytes)
    if (from !== place.offset) Object.assign(place, { offset: from, rest: Buffer.alloc(0) })
    const buffer = Buffer.alloc(size - place.offset)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, place.offset)
    place.offset += bytesRead
    const all = Buffer.concat([place.rest, buffer.subarray(0, bytesRead)])
    const end = all.lastIndexOf(lineFeed) + 1
    place.rest = all.length - end > maxLineBytes ? Buffer.alloc(0) : Buffer.from(all.subarray(end))
    return all.subarray(0, end).toString('utf8')
  } catch {
    return ''
  }
}

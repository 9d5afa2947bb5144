import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DatabaseSync } from 'node:sqlite'
import { UserError } from '../../domain/core/errors.ts'
import type { TableRows, TableSelection, TableValue } from '../../domain/tables/database-table.ts'
import { openTemporaryDirectory } from './temporary-directory.ts'

const maxBytes = 2 * 2 ** 30
const maxRows = 1_000_000
const maxCharacters = 500

/**
 * Reads tables of an untrusted SQLite file. Works on a private copy without journal, so that files next to it have no
 * effect, and reads stored columns of ordinary tables only: a view or a computed column could run for hours.
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
    throw error instanceof Error && 'errcode' in error ? createDamageError(path, error) : error
  }
}

async function writeCopy(path: string, bytes: AsyncIterable<Uint8Array>, copy: string): Promise<void> {
  const file = await open(copy, 'wx', 0o600)
  try {
    let size = 0
    for await (const chunk of bytes) {
      size += chunk.length
      if (size > maxBytes)
        throw new UserError(`${path} is larger than ${maxBytes} bytes`, 'Export fewer tables, or profile fewer steps')
      await file.writeFile(chunk)
    }
  } finally {
    await file.close()
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

function readTable(database: DatabaseSync, { table, columns }: TableSelection, path: string): TableRows {
  if (!hasStoredColumns(database, table, columns)) return null
  const fields = columns.map((column, index) => `${buildBoundedField(quoteName(column))} AS c${index}`)
  const statement = database.prepare(`SELECT ${fields.join(', ')} FROM ${quoteName(table)} LIMIT ${maxRows + 1}`)
  statement.setReadBigInts(true)
  const rows: TableValue[][] = []
  for (const row of statement.iterate()) {
    if (rows.length >= maxRows)
      throw new UserError(`${path} has more than ${maxRows} rows in ${table}`, 'Profile fewer steps')
    rows.push(columns.map((_, index) => toValue(row[`c${index}`])))
  }
  return rows
}

function hasStoredColumns(database: DatabaseSync, table: string, columns: readonly string[]): boolean {
  const [found] = database.prepare('SELECT type, rootpage FROM sqlite_schema WHERE name = ?').all(table)
  // A view has another type, a virtual table has no page.
  if (found?.['type'] !== 'table' || !Number(found['rootpage'])) return false
  const known = database.prepare('SELECT name, hidden FROM pragma_table_xinfo(?)').all(table)
  const isComputed = known.some(({ hidden }) => hidden !== 0)
  return !isComputed && columns.every((column) => known.some(({ name }) => name === column))
}

function buildBoundedField(column: string): string {
  return `CASE typeof(${column}) WHEN 'text' THEN substr(${column}, 1, ${maxCharacters}) WHEN 'blob' THEN NULL ELSE ${column} END`
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function toValue(value: unknown): TableValue {
  if (typeof value === 'bigint') return Number(value)
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

function createDamageError(path: string, cause: Error): UserError {
  const hint = 'Export it again, for example with `nsys export --type sqlite`'
  return new UserError(`${path} is not a readable SQLite database: ${cause.message}`, hint, { cause })
}

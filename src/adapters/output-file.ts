import type { TableRows, TableSelection } from '../domain/tables/database-table.ts'

/** An output file of a tool. Its content may be gzip. */
export type OutputFile = {
  /** Path shown in messages; a JSON file finds its binary files by it. */
  readonly path: string
  /** Reads the content from the beginning at each call. */
  readBytes(): AsyncIterable<Uint8Array>
  /**
   * Reads tables of an SQLite file, one result per selection; absent for a text in memory.
   *
   * @throws UserError for another kind of file, a damaged one, and one beyond the limits
   */
  readTables?(selections: readonly TableSelection[]): Promise<TableRows[]>
}

import type { TableFindings, TableRule } from '../record/tables.ts'

export type TablePair = {
  readonly rule: TableRule
  /** Files of one table; may be huge. Absolute paths. */
  readonly subject: readonly string[]
  readonly reference: readonly string[]
  /** A directory for data that does not fit into memory; created, and removed afterwards. */
  readonly scratchDirectory: string
}

export type TableAnswer =
  | { readonly findings: TableFindings; readonly problem: null }
  | { readonly findings: null; readonly problem: string }

export type TableCopy =
  | { readonly sha256: string; readonly problem: null }
  /** A file is missing, unreadable or too large; nothing was copied. */
  | { readonly sha256: null; readonly problem: string }

/**
 * Processes the result tables of a pipeline in bounded memory. Invalid content is a result, not an error. Throws when
 * the disk fails and when the run is cancelled.
 */
export interface ResultTables {
  /**
   * Copies the files so that they outlive their trial. The SHA-256 covers the concatenated bytes. A file whose real
   * path lies outside `roots` is a problem; null: no restriction.
   */
  keep(files: readonly string[], directory: string, roots: readonly string[] | null): Promise<TableCopy>
  /** Joins two tables by id. */
  compare(pair: TablePair): Promise<TableAnswer>
}

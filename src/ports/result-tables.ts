import type { TableFindings } from '../domain/tables/table-findings.ts'
import type { TableRule } from '../domain/tables/table-rule.ts'

export type TablePair = {
  readonly rule: TableRule
  /** Files of one table each side, which may be huge; absolute paths. */
  readonly subject: readonly string[]
  readonly reference: readonly string[]
  /** A directory of its own for what does not fit into memory; made, and removed afterwards. */
  readonly scratchDirectory: string
}

export type TableAnswer =
  | { readonly findings: TableFindings; readonly problem: null }
  | { readonly findings: null; readonly problem: string }

export type TableCopy =
  | { readonly sha256: string; readonly problem: null }
  /** A file is none, cannot be read, or is larger than is compared; nothing was kept. */
  | { readonly sha256: null; readonly problem: string }

/**
 * Result tables of a pipeline, in bounded memory. Whatever they hold is data: it throws for the disk, and when the run is
 * cancelled.
 */
export interface ResultTables {
  /**
   * Copies the files, so that they outlive their trial; the SHA-256 is that of the copied bytes, one file after another. A
   * file that does not really lie in one of `roots` is a problem; null: they may lie anywhere.
   */
  keep(files: readonly string[], directory: string, roots: readonly string[] | null): Promise<TableCopy>
  /** Joins two tables by id. */
  compare(pair: TablePair): Promise<TableAnswer>
}

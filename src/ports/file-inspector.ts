import type { TableRows, TableSelection } from '../domain/tables/database-table.ts'

/**
 * Reads files that a pipeline wrote. Files may be huge, so everything is streamed, and a read stops when the run is
 * cancelled. Paths are absolute. Throws a UserError for a file that is unreadable, not regular, or too large.
 */
export interface FileInspector {
  /**
   * An inspector for untrusted files: follows symbolic links, and throws a UserError when the real path lies outside
   * `roots` (directories or files).
   */
  restrictTo(roots: readonly string[]): FileInspector
  /** Files that match a path, where `*` matches any part of one name; sorted. */
  find(pattern: string): Promise<string[]>
  /** Size and modification time; null when the path is not a regular file. */
  readStat(path: string): Promise<{ readonly bytes: number; readonly modifiedMs: number } | null>
  /**
   * Changes with every change of the file, even when the modification time is set back; null when the path is not a
   * regular file.
   */
  readStamp(path: string): Promise<string | null>
  /** Whether a file or directory is there. */
  isThere(path: string): Promise<boolean>
  /** Non-empty lines of a text file. */
  countLines(path: string): Promise<number>
  hasText(path: string, text: string): Promise<boolean>
  /** Null when the file does not exist. Throws a UserError for a file larger than `maxBytes`. */
  readText(path: string, maxBytes: number): Promise<string | null>
  /**
   * The content of a regular file. Throws a UserError for other kinds of files and, without roots, for a symbolic link.
   */
  streamBytes(path: string): AsyncIterable<Uint8Array>
  /**
   * Tables of an SQLite file, one result per selection. Throws a UserError as `streamBytes` does, for a damaged or other
   * file, and beyond 2 GiB or a million rows.
   */
  readTables(path: string, selections: readonly TableSelection[]): Promise<TableRows[]>
  /** The path with symbolic links resolved; the path itself when nothing exists there. */
  resolveRealPath(path: string): Promise<string>
  /** SHA-256 in hexadecimal; null when the path is not a regular file. */
  computeSha256(path: string): Promise<string | null>
}

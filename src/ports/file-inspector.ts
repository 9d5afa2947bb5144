import type { TableRows, TableSelection } from '../domain/tables/database-table.ts'

/** Modification time since the epoch, and the number of the file system, whose clock it is. */
export type FileTime = { readonly modifiedMs: number; readonly fileSystem: number }

/**
 * Reads files that a pipeline wrote. Files may be huge, so everything is streamed, and a read stops when the run is
 * cancelled. Paths are absolute. Throws a UserError for a file that is unreadable, not regular, or too large.
 */
export interface FileInspector {
  /** For untrusted files: follows links, and throws a UserError when the real path lies outside `roots`. */
  restrictTo(roots: readonly string[]): FileInspector
  /** Files that match a path, where `*` matches any part of one name; sorted. */
  find(pattern: string): Promise<string[]>
  /** Size and modification time; null when the path is not a regular file. */
  readStat(path: string): Promise<{ readonly bytes: number; readonly modifiedMs: number } | null>
  /** Modification time of a file or directory, and its file system, which has the clock; null when nothing is there. */
  readTime(path: string): Promise<FileTime | null>
  /** Differs after every change, even when the modification time is set back; null: not a regular file. */
  readStamp(path: string): Promise<string | null>
  /** Whether a file or directory is there. */
  isThere(path: string): Promise<boolean>
  /** Non-empty lines of a text file. */
  countLines(path: string): Promise<number>
  hasText(path: string, text: string): Promise<boolean>
  /** Null when the file does not exist. Throws a UserError for a file larger than `maxBytes`. */
  readText(path: string, maxBytes: number): Promise<string | null>
  /** Throws a UserError for other kinds of files and, without roots, for a symbolic link. */
  streamBytes(path: string): AsyncIterable<Uint8Array>
  /** Tables of an SQLite file, by selection. Throws a UserError for a damaged file, and beyond its limits. */
  readTables(path: string, selections: readonly TableSelection[]): Promise<TableRows[]>
  /** The path with symbolic links resolved; the path itself when nothing exists there. */
  resolveRealPath(path: string): Promise<string>
  /** SHA-256 in hexadecimal; null when the path is not a regular file. */
  computeSha256(path: string): Promise<string | null>
}

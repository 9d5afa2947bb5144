import type { TreeState } from '../domain/core/tree-state.ts'

/** Reads directories that code under test writes to. Never follows links. */
export interface TreeReader {
  /**
   * The state of all files below a directory. Hashes files in `tracked` unless their metadata still matches `before`.
   * Returns after the file system clock has advanced, so that every later change gets a new timestamp. Throws an
   * EnvironmentError when something is unreadable.
   */
  read(directory: string, tracked: ReadonlySet<string>, before: TreeState | null): Promise<TreeState>
  /**
   * The programs, libraries and packages that are installed where these absolute paths point to, by path. Hashes files
   * that changed since `before`; null: none.
   */
  readInstalled(paths: readonly string[], before: TreeState | null): Promise<TreeState>
  /** Flushes a directory tree to disk. After a power failure, unflushed files can look valid and be incomplete. */
  flush(directory: string): Promise<void>
}

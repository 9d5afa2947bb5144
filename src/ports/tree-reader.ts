import type { TreeState } from '../domain/core/tree-state.ts'

/** Reads directories that code under test writes to. Links are never followed. */
export interface TreeReader {
  /**
   * The state of everything below a directory. Files in `tracked` are read, unless the disk shows that they are still
   * those of `before`. Returns only after the clock of the file system has moved on, so that every later change of a file
   * gives it another time. Throws an EnvironmentError when something cannot be read.
   */
  read(directory: string, tracked: ReadonlySet<string>, before: TreeState | null): Promise<TreeState>
  /** Brings what was written below a directory to the disk: after a power cut nobody could tell it from half-written files. */
  flush(directory: string): Promise<void>
}

/** Follows files that another process is writing. Paths are absolute. */
export interface GrowingFiles {
  /**
   * Calls `onNews` every `everyMs` with the complete lines added to each file since the last call, in the order of
   * `paths`; '' for a file without new lines. Calls never overlap; an error of `onNews` stops the watch.
   */
  follow(paths: readonly string[], everyMs: number, onNews: (added: readonly string[]) => Promise<void>): GrowingWatch
}

export interface GrowingWatch {
  /** Delivers the remaining lines and stops. Rejects with the error that `onNews` threw. */
  close(): Promise<void>
}

/** Follows files that somebody is still writing to. Paths are absolute. */
export interface GrowingFiles {
  /**
   * Every `everyMs` hands over the whole lines that were added to each file since the last time, in the order of `paths`;
   * an empty text for a file that has nothing new or does not exist yet. Never two at once; an error of `onNews` ends it.
   */
  follow(paths: readonly string[], everyMs: number, onNews: (added: readonly string[]) => Promise<void>): GrowingWatch
}

export interface GrowingWatch {
  /** Hands over the rest and ends. Rejects with the error that `onNews` threw. */
  close(): Promise<void>
}

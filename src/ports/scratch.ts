/** Directories that a run needs while it lasts. */
export interface Scratch {
  /**
   * Makes a directory that is this process's own. What runs that were killed left beside it goes first: their
   * directories, and the processes that they had started and that may still hold GPUs.
   */
  open(directory: string): Promise<void>
}

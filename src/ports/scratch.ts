/** Temporary directories of a run. */
export interface Scratch {
  /**
   * Creates a directory owned by this process. First removes the directories of killed runs next to it and kills their
   * remaining processes, which may still hold GPUs.
   */
  open(directory: string): Promise<void>
}

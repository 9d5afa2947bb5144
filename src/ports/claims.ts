/** Things on this machine that one process at a time may use. */
export interface Claims {
  /**
   * Claims what the file at `path` stands for, until disposed; null when another process that may still run holds it. The
   * claim of a process that ended is taken over.
   */
  take(path: string): Promise<AsyncDisposable | null>
}

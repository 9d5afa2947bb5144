/** Locks on this machine that one process at a time can hold. */
export interface Claims {
  /**
   * Claims the lock file at `path` until disposed; null when another process that may still run holds it. A claim of a
   * process that has ended is taken over.
   */
  take(path: string): Promise<AsyncDisposable | null>
}

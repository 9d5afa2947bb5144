/** A line that speaks of memory running out, and where it stood. */
export type OutOfMemoryLine = { readonly where: string; readonly line: string }

/** What the output of a trial says about memory running out. */
export type OutOfMemorySigns = {
  /** The first lines that say so. */
  readonly lines: readonly OutOfMemoryLine[]
  /** How many lines say so. */
  readonly count: number
  /** How often the pipeline said that it goes on with smaller batches. */
  readonly reductions: number
  /** Outputs that were too large or could not be read: silence there proves nothing. */
  readonly unread: readonly string[]
}

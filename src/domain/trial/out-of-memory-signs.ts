/** A line about memory running out, and its source. */
export type OutOfMemoryLine = { readonly where: string; readonly line: string }

/** Signs of memory running out in the output of a trial. */
export type OutOfMemorySigns = {
  /** The first matching lines. */
  readonly lines: readonly OutOfMemoryLine[]
  /** Number of matching lines. */
  readonly count: number
  /** How often the pipeline reported smaller batches. */
  readonly reductions: number
  /** Outputs that were too large or unreadable; they prove nothing. */
  readonly unread: readonly string[]
}

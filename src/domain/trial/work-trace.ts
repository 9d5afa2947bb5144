/** A file that a trial wrote. */
export type TracedFile = {
  /** Starts with `{output}`, or is relative to the checkout. */
  readonly path: string
  readonly bytes: number
  /** Lines after the header of a table; null: no table. */
  readonly rows: number | null
}

/**
 * What a trial without a configured proof of work left behind. It suggests a proof and hints at missing work, but
 * proves nothing.
 */
export type WorkTrace = {
  /** Those in the output first; at most `maxTracedFiles`. */
  readonly files: readonly TracedFile[]
  /** Non-empty lines of standard output. */
  readonly stdoutLines: number
  /** Last non-empty line of standard output; null: none. */
  readonly lastLine: string | null
}

/** Limit of the files in a trace. */
export const maxTracedFiles = 20
/** Limit of the characters of a traced line. */
export const maxTracedLine = 200

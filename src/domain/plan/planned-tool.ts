/** A benchmark tool, and where its figures are. */
export type PlannedTool = {
  /** Argument list with placeholders. */
  readonly command: readonly string[]
  /** Name of a reader, or `auto`. */
  readonly adapter: string
  /** Files that it must have written, with placeholders; may hold `*`. */
  readonly files: readonly string[]
}

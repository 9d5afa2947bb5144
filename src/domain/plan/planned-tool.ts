/** A benchmark tool and its output files. */
export type PlannedTool = {
  /** Argument list with placeholders. */
  readonly command: readonly string[]
  /** Name of an adapter, or `auto`. */
  readonly adapter: string
  /** Required output files, with placeholders; may contain `*`. */
  readonly files: readonly string[]
}

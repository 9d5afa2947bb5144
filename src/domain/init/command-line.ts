/** One declared argument of a command line. */
export type Argument = {
  /** `--output`, `-o`, or the name of a positional argument. */
  readonly names: readonly string[]
  readonly isPositional: boolean
  readonly isRequired: boolean
  /** Takes no value. */
  readonly isFlag: boolean
  /** Plain text or number; null: none, or an expression. */
  readonly default: string | null
  /** Written as one word, `--name=value`; absent: two words. */
  readonly isAssigned?: boolean
}

/** A command line: leading words (a subcommand, or none) and arguments. */
export type CommandLine = { readonly words: readonly string[]; readonly arguments: readonly Argument[] }

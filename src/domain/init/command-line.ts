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
  /** Takes a whole number; absent: not known. */
  readonly isNumber?: boolean
  /** Written as one word, `--name=value`; absent: two words. */
  readonly isAssigned?: boolean
}

/** A command line: required options of the groups, the words of a subcommand, and arguments. */
export type CommandLine = {
  /** Arguments that come before the subcommand; absent: none. */
  readonly leading?: readonly Argument[]
  readonly words: readonly string[]
  readonly arguments: readonly Argument[]
  /** The module that declares it. */
  readonly file: string
  /** Why its words are not certain; absent: they are. */
  readonly doubt?: string
}

/** A parameter of a Python function. */
export type Parameter = { readonly name: string; readonly annotation: string; readonly value: string | null }

/** Reads the parameters of a function from the code between its brackets. */
export function parseParameters(parts: readonly string[]): Parameter[] {
  return parts.flatMap((part) => {
    const match = /^\s*(\w+)\s*(?::\s*([^=]*(?:\[[^]*\])?[^=]*?))?\s*(?:=\s*([^]*?))?\s*$/.exec(part)
    const name = match?.[1]
    return name === undefined ? [] : [{ name, annotation: match?.[2] ?? '', value: match?.[3] ?? null }]
  })
}

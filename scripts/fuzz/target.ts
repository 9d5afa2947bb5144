import type { Random } from './random.ts'

/** One kind of input. `run` throws a UserError or EnvironmentError for what is refused; any other error is a finding. */
export type Target = {
  readonly name: string
  /** How often it comes. */
  readonly share: number
  readonly run: (text: string) => unknown
} & (
  | { readonly seeds: readonly string[]; readonly isJson: boolean }
  /** Makes an input of its own, such as a number that everything follows from. */
  | { readonly draw: (random: Random) => string }
)

/** An answer that the input does not bear out. */
export class FalsePass extends Error {}

/** Units of work that a trial reported, in the unit of the config. */
export type WorkCount = {
  readonly count: number
  /** Plural noun: items, tokens, samples. */
  readonly unit: string
}

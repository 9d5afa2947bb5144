/** Settings of a case that runs for hours. */
export type LongRun = {
  /** Time between two readings of the pipeline's progress. */
  readonly lookSeconds: number
  /** Time between two progress reports. */
  readonly updateSeconds: number
  /** Arguments that resume the pipeline from its own checkpoints; null: not supported. */
  readonly resumeArgs: readonly string[] | null
  /** Rule that ends a run whose goal is out of reach; null: the run always completes. */
  readonly stop: { readonly limitSeconds: number; readonly error: number; readonly firstLookSeconds: number } | null
}

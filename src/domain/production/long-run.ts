/** What a case that takes hours needs beyond others. */
export type LongRun = {
  /** Time between two looks at what the pipeline says. */
  readonly lookSeconds: number
  /** Time between two reports of live figures. */
  readonly updateSeconds: number
  /** Arguments with which the pipeline goes on with its own checkpoints; null: it cannot. */
  readonly resumeArgs: readonly string[] | null
  /** Ends the run when its goal is out of reach; null: it goes on to its end. */
  readonly stop: { readonly limitSeconds: number; readonly error: number; readonly firstLookSeconds: number } | null
}

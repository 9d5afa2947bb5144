/** Seconds of one pipeline stage; null when the stage did not run, e.g. was taken from a checkpoint. */
export type StageTime = {
  readonly stage: string
  readonly seconds: number | null
}

/** Why a trial does not count. */
export type TrialFailure = {
  readonly kind:
    | 'not-started'
    | 'exit-code'
    | 'partial'
    | 'out-of-memory'
    | 'signal'
    | 'timed-out'
    | 'cancelled'
    | 'no-proof'
    | 'resumed'
  /** What was seen, in words, with the value. */
  readonly detail: string
}

/** One process execution of a case, in a fresh process. */
export type Trial = {
  readonly caseId: string
  /** 0-based within the case, warm-ups included. */
  readonly index: number
  /** A warm-up is recorded and never counted. */
  readonly isWarmup: boolean
  /** The commit that ran, 40 hexadecimal digits. */
  readonly commit: string
  /** The exact argument list. */
  readonly argv: readonly string[]
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly wallSeconds: number | null
  readonly exitCode: number | null
  readonly signal: string | null
  /** null: the trial counts. */
  readonly failure: TrialFailure | null
  /** Data rows of the result table; null when the config names none. */
  readonly resultRows: number | null
  readonly stages: readonly StageTime[]
  /** The run that took this sample when it was reused from the cache; null for one taken in this run. */
  readonly cachedFromRun: string | null
  /** Where the raw output lies, relative to the run folder. */
  readonly stdoutPath: string
  readonly stderrPath: string
}

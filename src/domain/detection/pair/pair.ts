/** Order of the runs of the two sides in time. */
export type PairDesign = 'interleaved' | 'blocked' | 'stored'

/** Two sides of one metric. */
export type PairRequest = {
  /** One value per run, in run order. */
  readonly base: readonly number[]
  readonly head: readonly number[]
  /** Used in texts only; does not affect the answer. */
  readonly unit?: string | undefined
  /** False for rates. Default: true. */
  readonly isLowerBetter?: boolean | undefined
  /**
   * The smallest slowdown worth reporting, as a share of time (for shares: in points, 0.03 for three). Default: 0.03.
   */
  readonly minEffect?: number | undefined
  /**
   * `unchanged` means that a slowdown of this size is ruled out, on the scale of `minEffect`. Default and minimum:
   * `minEffect`, which remains the threshold of regressions and improvements. While more runs are allowed, an estimate
   * of at least half of `minEffect` is measured further until that is ruled out as well.
   */
  readonly clearEffect?: number | undefined
  /**
   * Allows a weaker `unchanged` that rules out only a slowdown of `excluded`: while more runs are allowed, if the
   * estimate is below `minEffect`; at the last look, if the 95 % interval includes no slowdown. Default: false.
   */
  readonly widen?: boolean | undefined
  /** `stored`: the base comes from another session. Default: interleaved. */
  readonly design?: PairDesign | undefined
  /** Earlier runs of unchanged code on the same runner type, one list per session. */
  readonly history?: readonly (readonly number[])[] | undefined
  /**
   * Minimum standard deviation of the level between sessions, as a share, if the base is from another session. Default:
   * estimated from the history.
   */
  readonly sessionDeviation?: number | undefined
  /** Maximum number of runs per side. If present, the pair is judged repeatedly as it grows. */
  readonly maxRuns?: number | undefined
  /**
   * `exact`: a regression or an improvement needs a sign-flip test of at least seven pairs, whose sides ran in an order
   * drawn at random for each pair. Default: default.
   */
  readonly confirm?: 'default' | 'exact' | undefined
  /**
   * Minimum runs per side before a change below 30 % is reported while the noise is unknown and more runs are allowed,
   * because processes of one program may run at two speeds. Default: no minimum.
   */
  readonly minRuns?: number | undefined
  /**
   * Standard deviation between runs, as a share, that is assumed without a history, with the weight of half a run.
   * Default: 0.01.
   */
  readonly guessedNoise?: number | undefined
  /** Number of metrics that can fail the run; more gates need stronger evidence for each. Default: 1. */
  readonly gates?: number | undefined
}

/** Verdict on a pair; a regression is always a change for the worse. */
export type PairVerdict = 'regression' | 'improvement' | 'unchanged' | 'inconclusive'

/** Result of judging a pair. */
export type PairAnswer = {
  readonly verdict: PairVerdict
  /** head / base − 1 of the metric as given (a falling rate is negative); null when no ratio exists. */
  readonly effect: number | null
  /** 95 % confidence interval of the effect for a single look; null when there is no spread. */
  readonly interval: readonly [low: number, high: number] | null
  /** The smallest slowdown that these runs could have detected, as a share of time like `minEffect`; null: none. */
  readonly resolution: number | null
  /**
   * The smallest slowdown that these runs rule out by the rule in use, as a share of time; 0: any. Null when the runs
   * rule out nothing, or are not judged by their noise.
   */
  readonly excluded: number | null
  /** Reason for the verdict in one sentence. */
  readonly reason: string
}

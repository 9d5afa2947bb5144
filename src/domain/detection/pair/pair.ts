/** How the runs of the two sides were ordered in time. */
export type PairDesign = 'interleaved' | 'blocked' | 'stored'

/** Two sides of one metric to be judged: the pair line of the `judge` contract. */
export type PairRequest = {
  /** One value per run, in run order. */
  readonly base: readonly number[]
  readonly head: readonly number[]
  /** Only named in texts; the answer does not depend on it. */
  readonly unit?: string | undefined
  /** False for rates. Absent: true. */
  readonly lower_is_better?: boolean | undefined
  /**
   * The smallest slowdown worth reporting, as a share of time (for shares of a whole: in points, 0.03 for three).
   * Absent: 0.03.
   */
  readonly min_effect?: number | undefined
  /**
   * `unchanged` means that a slowdown of this size is ruled out, on the scale of `min_effect`. Absent or smaller:
   * `min_effect`, which stays the smallest slowdown or speed-up that a regression or an improvement is tested with. While
   * more runs are allowed, an estimate of half of `min_effect` or more is measured further until that is ruled out as well.
   */
  readonly clear_effect?: number | undefined
  /**
   * Whether `unchanged` may mean less: only that a slowdown of `excluded` is ruled out. While more runs are allowed, where the
   * estimate is below `min_effect`: what looks slower is measured further. At the last look, where the 95 % interval
   * includes none. Absent: no.
   */
  readonly widen?: boolean | undefined
  /** `stored`: the base comes from another session. Absent: interleaved. */
  readonly design?: PairDesign | undefined
  /** Earlier runs of unchanged code on the same runner type, one list per session. */
  readonly history?: readonly (readonly number[])[] | undefined
  /**
   * Least standard deviation of the level between sessions, as a share, where the base is of another one. Absent: as
   * the history says.
   */
  readonly session_deviation?: number | undefined
  /** The most runs per side there will be. Present: the pair is looked at again and again while it grows. */
  readonly max_runs?: number | undefined
  /**
   * `exact`: a regression or an improvement only by a sign-flip test of at least seven pairs, whose sides must have run in
   * an order drawn for each pair. Absent: default.
   */
  readonly confirm?: 'default' | 'exact' | undefined
  /**
   * Fewest runs per side from which a change below 30 % is reported where the noise is not known and more runs are allowed,
   * since processes of one program may run at two speeds. Absent: any number.
   */
  readonly least_runs?: number | undefined
  /**
   * Standard deviation between runs, as a share, that is assumed with the weight of half a run where no history tells of it.
   * Absent: 0.01.
   */
  readonly guessed_noise?: number | undefined
  /** How many metrics can fail the run at once; the more, the stronger the evidence that each needs. Absent: 1. */
  readonly gates?: number | undefined
}

export type PairVerdict = 'regression' | 'improvement' | 'unchanged' | 'inconclusive'

export type PairAnswer = {
  readonly verdict: PairVerdict
  /** head / base − 1 of the metric as given (a falling rate is negative); null where no ratio exists. */
  readonly effect: number | null
  /** 95 % confidence interval of the effect at this one look; null where there is no spread to judge by. */
  readonly interval: readonly [low: number, high: number] | null
  /** The smallest slowdown these runs could have shown, as a share of time like `min_effect`; null: none. */
  readonly resolution: number | null
  /**
   * The smallest slowdown that these runs rule out by the rule in use, as a share of time like `resolution`; 0: any.
   * Null where the runs rule out nothing, or are not judged by their noise.
   */
  readonly excluded: number | null
  /** One sentence: why this verdict. */
  readonly reason: string
}

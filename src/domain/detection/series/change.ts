import type { Interval } from '../../core/statistics.ts'

/**
 * `candidate`: worth an interleaved run of the commit and its parent. `confirmed`: by such a run, or by enough later
 * values.
 */
export type ChangeStatus = 'candidate' | 'confirmed'

/** A level in the unit of the values, and the number of values in it. */
export type LevelSummary = { readonly level: number; readonly count: number }

/** Description of one change point. All indices refer to the complete series, including gaps. */
export type Change = {
  /** Index of the first value of the new level. */
  readonly at: number
  /** First and last index that fit nearly as well as `at`, at 95 % confidence. */
  readonly where: Interval
  /** New level / old level − 1; null when the old level is not above zero. */
  readonly effect: number | null
  /** 95 % confidence interval of the effect; null when the old level does not differ significantly from zero. */
  readonly interval: Interval | null
  readonly before: LevelSummary
  readonly after: LevelSummary
  /** True if a straight line fits both levels better than the step: a drift has no single causing commit. */
  readonly isLikeALine: boolean
  readonly status: ChangeStatus
}

import type { Interval } from '../../core/statistics.ts'

/** `candidate`: worth an interleaved run of the commit and its parent. `confirmed`: that run, or time, has borne it out. */
export type ChangeStatus = 'candidate' | 'confirmed'

/** A level in the unit of the values, and how many values it rests on. */
export type LevelSummary = { readonly level: number; readonly count: number }

/** What is known of one change point of a series. All indices are of the whole series, gaps included. */
export type Change = {
  /** First value of the new level. */
  readonly at: number
  /** First and last index that fit nearly as well as `at`, at 95 % confidence. */
  readonly where: Interval
  /** New level over old level − 1; null where the old level is not above zero. */
  readonly effect: number | null
  /** 95 % confidence interval of the effect; null where the old level cannot be told from zero. */
  readonly interval: Interval | null
  readonly before: LevelSummary
  readonly after: LevelSummary
  /** True where a straight line fits both levels better than the step: a drift has no commit to blame. */
  readonly isLikeALine: boolean
  readonly status: ChangeStatus
}

import type { Interval } from '../core/statistics.ts'

/** Where a series stands and how it moves, in the unit of the values and that unit per run. */
export type Trend = {
  /** The level of the last run, noise taken off. */
  readonly level: number
  /** First index of the values the trend was taken from: what came before stands on another level. */
  readonly from: number
  readonly count: number
  readonly slope: number
  readonly slopeInterval: Interval
}

/** When a limit will be crossed. All intervals are at 95 % confidence. */
export type Forecast =
  | { readonly kind: 'too-few-values'; readonly level: number | null; readonly count: number; readonly needed: number }
  /** The level itself breaks the limit; one value that does, among others that keep it, is no such level. */
  | { readonly kind: 'already-crossed'; readonly level: number; readonly count: number }
  | ({
      /** `within-one-run`: the next run is expected to break the limit. */
      readonly kind: 'within-one-run' | 'approaching'
      /** Runs from the last one to the crossing; not a whole number. */
      readonly runs: number
      /** The later end is null where it cannot be told. */
      readonly interval: readonly [soonest: number, latest: number | null]
    } & Trend)
  | ({ readonly kind: 'moving-away' } & Trend)
  /** The slope cannot be told from zero, which does not say that there is none. */
  | ({ readonly kind: 'no-trend' } & Trend)

import type { Interval } from '../core/statistics.ts'

/** Level and slope of a series, in the unit of the values and that unit per run. */
export type Trend = {
  /** Fitted level of the last run. */
  readonly level: number
  /** First index of the fitted values; earlier values have another level. */
  readonly from: number
  readonly count: number
  readonly slope: number
  readonly slopeInterval: Interval
}

/** Forecast of when a limit will be crossed. All intervals have 95 % confidence. */
export type Forecast =
  | { readonly kind: 'too-few-values'; readonly level: number | null; readonly count: number; readonly needed: number }
  /** The level breaks the limit. A single value beyond the limit is not enough. */
  | { readonly kind: 'already-crossed'; readonly level: number; readonly count: number }
  | ({
      /** `within-one-run`: the next run is expected to break the limit. */
      readonly kind: 'within-one-run' | 'approaching'
      /** Runs from the last one to the crossing; may be fractional. */
      readonly runs: number
      /** The upper limit is null when it is unbounded. */
      readonly interval: readonly [soonest: number, latest: number | null]
    } & Trend)
  | ({ readonly kind: 'moving-away' } & Trend)
  /** The slope does not differ significantly from zero, which does not prove that it is zero. */
  | ({ readonly kind: 'no-trend' } & Trend)

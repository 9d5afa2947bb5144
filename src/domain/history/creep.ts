import type { PairVerdict } from '../detection/pair/pair.ts'
import type { Interval } from '../core/statistics.ts'

/** A fixed reference that later measurements do not move. */
export type Anchor = {
  /** Label for people: `tag v1.0`. */
  readonly label: string
  /** Samples of one session, in the unit of the values. */
  readonly samples: readonly number[]
}

/** Change of a series since a fixed anchor, such as the samples of tag v1.0. */
export type Creep = {
  readonly verdict: PairVerdict
  /** Current level / anchor − 1, of the metric as given; null when no ratio exists. */
  readonly effect: number | null
  /** 95 % confidence interval of the effect; null when the noise is unknown. */
  readonly interval: Interval | null
  /** The largest step in the direction of the effect; null when there is none. */
  readonly largestStep: CreepStep | null
  /**
   * No single step explains half of the change: a drift or many small steps, which comparisons with the parent do not
   * show.
   */
  readonly isGradual: boolean
  /** Reason for the verdict in one sentence. */
  readonly reason: string
}

/** One step of a series, in the direction of its creep. */
export type CreepStep = {
  /** Index of the first value after the step; null: before the first value, if the anchor is older than the history. */
  readonly at: number | null
  readonly effect: number
}

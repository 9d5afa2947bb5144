import type { PairVerdict } from '../detection/pair/pair.ts'
import type { Interval } from '../core/statistics.ts'

/** A fixed reference: nothing that is measured later moves it. */
export type Anchor = {
  /** As a person would call it: `tag v1.0`. */
  readonly label: string
  /** Of one session, in the unit of the values. */
  readonly samples: readonly number[]
}

/** How far a series has gone from a fixed anchor, such as the samples of tag v1.0. */
export type Creep = {
  readonly verdict: PairVerdict
  /** Level now over the anchor − 1, of the metric as given; null where no ratio exists. */
  readonly effect: number | null
  /** 95 % confidence interval of the effect; null where the noise is not known. */
  readonly interval: Interval | null
  /** The step that took most of the way in the direction of the effect; null when no step went there. */
  readonly largestStep: CreepStep | null
  /** No single step took half of the way: many small ones or a drift, which a comparison with the parent never sees. */
  readonly isGradual: boolean
  /** One sentence: why this verdict. */
  readonly reason: string
}

export type CreepStep = {
  /** Index of the first value after it; null: before the first value, as when the anchor is older than the history. */
  readonly at: number | null
  readonly effect: number
}

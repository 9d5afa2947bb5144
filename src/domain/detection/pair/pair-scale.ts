import { toFiniteShare } from '../noise/finite-share.ts'

/** A scale of judging: on it a change is a difference, and the spread does not grow with the level. */
export type PairScale = {
  /** NaN or infinite where a value has no place. */
  readonly toScale: (value: number) => number
  /** The effect that is reported for a difference of places. */
  readonly toEffect: (difference: number) => number
  readonly toDifference: (effect: number) => number
  /** What a hundredth of an effect is called. */
  readonly hundredth: '%' | 'points'
}

/** Logarithms: effects are shares of the base. */
export const ratioScale: PairScale = {
  toScale: Math.log,
  toEffect: toFiniteShare,
  toDifference: Math.log1p,
  hundredth: '%',
}

/**
 * Parts of a whole as they are: effects are differences, 0.05 for five points. Ratios and logarithms mislead near 0 and
 * near the whole, where the same step is a multiple or next to nothing. `whole` is 1 for shares, 100 for percentages.
 */
export function createPointScale(whole: number): PairScale {
  return {
    toScale: (value) => (isPart(value, whole) ? value / whole : Number.NaN),
    toEffect: (difference) => Math.max(-1, Math.min(1, difference)),
    toDifference: (effect) => effect,
    hundredth: 'points',
  }
}

/** Counters that are read one after the other may add up to a little more than the whole. */
const rounding = 1e-6

export function isPart(value: number, whole: number): boolean {
  return value >= 0 && value <= whole * (1 + rounding)
}

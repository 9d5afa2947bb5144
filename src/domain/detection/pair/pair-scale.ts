import { toFiniteShare } from '../noise/finite-share.ts'

/** A judging scale: a change is a difference on it, and the spread does not grow with the level. */
export type PairScale = {
  /** NaN or infinite for a value that is not valid on the scale. */
  readonly toScale: (value: number) => number
  /** Effect that is reported for a difference on the scale. */
  readonly toEffect: (difference: number) => number
  readonly toDifference: (effect: number) => number
  /** Unit of a hundredth of an effect. */
  readonly hundredth: '%' | 'points'
}

/** Logarithmic scale: effects are relative to the base. */
export const ratioScale: PairScale = {
  toScale: Math.log,
  toEffect: toFiniteShare,
  toDifference: Math.log1p,
  hundredth: '%',
}

/**
 * Linear scale for shares: effects are differences, 0.05 for five points. Ratios and logarithms mislead near 0 and near
 * the maximum, where one step is a multiple or almost nothing. `fullValue` is 1 for fractions, 100 for percentages.
 */
export function createPointScale(fullValue: number): PairScale {
  return {
    toScale: (value) => (isPart(value, fullValue) ? value / fullValue : Number.NaN),
    toEffect: (difference) => Math.max(-1, Math.min(1, difference)),
    toDifference: (effect) => effect,
    hundredth: 'points',
  }
}

/** Tolerance for counters that are read in sequence and may add up to slightly more than the total. */
const rounding = 1e-6

/** Whether a value lies between 0 and the full share, within rounding. */
export function isPart(value: number, fullValue: number): boolean {
  return value >= 0 && value <= fullValue * (1 + rounding)
}

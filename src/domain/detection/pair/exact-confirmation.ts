import { readGates, isCapped, type MeasuredPair } from './measure-pair.ts'
import type { PairRequest } from './pair.ts'
import { findSmallest } from './pair-rule.ts'
import { computeSignFlipProbability } from './sign-flip-test.ts'

/** Fewer pairs cannot reach the level: the smallest p value of seven pairs is 1/128. */
export const fewestExactPairs = 7

/** Probability of a false alarm over all looks and all gates. */
const totalLevel = 0.008

/** Result of a sign-flip test of the pairs. */
export type ExactConfirmation = {
  readonly isSlower: boolean
  readonly isFaster: boolean
  /** The smallest slowdown that these runs would have confirmed at their spread, on the judging scale; null: none. */
  readonly resolution: number | null
}

/**
 * Confirms a change only by an exact sign-flip test of the pairs, whose order must have been drawn at random for each
 * pair. The level then holds for any noise, including periodic noise and drift (Fisher, The Design of Experiments,
 * 1935). The change must also exceed half of the minimum effect.
 */
export function confirmExactly(pair: MeasuredPair, request: PairRequest): ExactConfirmation {
  const { base, head, minEffect, difference } = pair
  const level = computeExactLevel(request)
  const isConfirmed = (lower: readonly number[], upper: readonly number[], estimate: number): boolean =>
    estimate > minEffect / 2 && computeSignFlipProbability(lower, upper) <= level
  const isShown = (effect: number): boolean =>
    isConfirmed(
      base,
      head.map((value) => value - difference.estimate + effect),
      effect,
    )
  return {
    isSlower: level > 0 && isConfirmed(base, head, difference.estimate),
    isFaster: level > 0 && isConfirmed(head, base, -difference.estimate),
    resolution: level > 0 ? findSmallest(isShown, Math.max(minEffect, difference.standardError)) : null,
  }
}

/**
 * Significance level of this look. Before the last look only pairs that all point in one direction count, once that
 * alone has a probability of at most half the level. Later looks then add no false alarms of this kind, so all early
 * looks share one half and the last look gets the rest.
 */
function computeExactLevel(request: PairRequest): number {
  const { base, head, design = 'interleaved' } = request
  const pairs = base.length
  if (design !== 'interleaved' || head.length !== pairs || pairs < fewestExactPairs) return 0
  const total = totalLevel / readGates(request)
  const firstPairs = Math.max(fewestExactPairs, Math.ceil(Math.log2(2 / total)))
  if (!isCapped(request)) return pairs >= firstPairs ? 2 ** -pairs : 0
  const isFirst = request.maxRuns === undefined || pairs <= firstPairs
  const left = isFirst ? total : total - 2 ** -firstPairs
  return left >= 2 ** -pairs ? left : 0
}

import { readGates, isCapped, type MeasuredPair } from './measure-pair.ts'
import type { PairRequest } from './pair.ts'
import { findSmallest } from './pair-rule.ts'
import { computeSignFlipProbability } from './sign-flip-test.ts'

/** Fewer pairs cannot reach the level: the smallest probability of seven is 1/128. */
export const fewestExactPairs = 7

/** False alarms of all looks and all gates together. */
const totalLevel = 0.008

/** What a sign-flip test says of a pair. */
export type ExactConfirmation = {
  readonly isSlower: boolean
  readonly isFaster: boolean
  /** The smallest slowdown that these runs would have confirmed at their spread, on the scale of judging; null: none. */
  readonly resolution: number | null
}

/**
 * A change counts only by an exact sign-flip test of the pairs, each of which ran in an order of its own draw: then no noise
 * whatever, periodic or drifting, makes more false alarms than the level (Fisher, The Design of Experiments, 1935). It must
 * also be more than half of the minimum effect.
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
 * The level of this look. Before the last look only pairs that all point one way count, once that alone is at most half
 * of the level: later looks then find nothing new that way, so the looks share one half, and the last look has the rest.
 */
function computeExactLevel(request: PairRequest): number {
  const { base, head, design = 'interleaved' } = request
  const pairs = base.length
  if (design !== 'interleaved' || head.length !== pairs || pairs < fewestExactPairs) return 0
  const total = totalLevel / readGates(request)
  const firstPairs = Math.max(fewestExactPairs, Math.ceil(Math.log2(2 / total)))
  if (!isCapped(request)) return pairs >= firstPairs ? 2 ** -pairs : 0
  const isFirst = request.max_runs === undefined || pairs <= firstPairs
  const left = isFirst ? total : total - 2 ** -firstPairs
  return left >= 2 ** -pairs ? left : 0
}

import { normalPerMad, sumValues } from '../../core/statistics.ts'
import { computeMedian } from '../noise/order-statistics.ts'
import { computeStudentQuantile } from '../noise/probabilities.ts'
import { formatEffectSize, formatSignedEffect } from './judge-on-scale.ts'
import { createUnjudgedAnswer, toFiniteShare, type PairAnswer, type PairVerdict } from './pair.ts'

/** Two sides whose runs with one index ran one after the other; smaller values are better. */
type NeighborRequest = {
  readonly base: readonly number[]
  readonly head: readonly number[]
  /** A slowdown of this size, as a share, must be excluded if the sides are to be unchanged; none is finer than 0.2 %. */
  readonly clearEffect: number
  /** Whether the sides are known to do different work, so that a small change needs no further confirmation. */
  readonly isOtherWork: boolean
}

/** Pairs for a first answer, and for the last one. */
export const [fewestNeighbors, mostNeighbors] = [3, 5] as const

/** The smallest change that is reported, and the smallest slowdown that is ever excluded: records repeat within 0.1 %. */
const finestEffect = 0.002
/** Within minutes a GPU moves between levels 0.4 to 0.7 % apart, so a smaller change of equal work needs all pairs. */
const plateauEffect = 0.008
/** Standard deviation of the ratio of a pair that is assumed with the weight of one pair. */
const guessedDeviation = 0.0005
/** One-sided significance level of a change at each of up to three looks. */
export const lookLevel = 0.0015

/**
 * Judges values with little noise by the median of the ratios of neighbouring runs, whose shared level cancels out, with
 * Student's t around that median. Never two blocks of runs: their levels may differ.
 */
export function judgeNeighbors({ base, head, clearEffect, isOtherWork }: NeighborRequest): PairAnswer {
  const pairs = Math.min(base.length, head.length)
  const logs = Array.from({ length: pairs }, (_, index) => Math.log((head[index] ?? 0) / (base[index] ?? 0)))
  const runs = `median of ${pairs} neighbouring pairs`
  if (pairs < fewestNeighbors || !logs.every(Number.isFinite)) {
    const effect = pairs > 0 && logs.every(Number.isFinite) ? toFiniteShare(computeMedian(logs)) : null
    return createUnjudgedAnswer('inconclusive', effect, `${runs}: ${fewestNeighbors} pairs with a time are required`)
  }
  const estimate = computeMedian(logs)
  const squares = sumValues(limitPlateaus(logs.map((log) => Math.abs(log - estimate))).map((value) => value ** 2))
  const error = Math.sqrt((guessedDeviation ** 2 + squares) / pairs / pairs)
  const computeReach = (probability: number): number => computeStudentQuantile(probability, pairs) * error
  const resolution = Math.max(finestEffect, toFiniteShare(computeReach(1 - lookLevel)))
  const excluded = Math.max(finestEffect, toFiniteShare(estimate + computeReach(0.95)))
  const [effect, low, high] = [0, -computeReach(0.975), computeReach(0.975)].map(
    (shift) => toFiniteShare(estimate + shift) + 0,
  ) as [number, number, number]
  const isSignificant = Math.abs(estimate) >= computeReach(1 - lookLevel)
  const verdict = decideVerdict({ effect, excluded, pairs, isSignificant }, { clearEffect, isOtherWork })
  const reasons = {
    regression: 'slower by more than pairs of equal runs differ',
    improvement: 'faster by more than pairs of equal runs differ',
    unchanged: `at most ${formatEffectSize(excluded, '%')} slower (one-sided bound)`,
    inconclusive: `undecided; these pairs can detect a slowdown of ${formatEffectSize(resolution, '%')}`,
  }
  const reason = `${runs} ${formatSignedEffect(effect, '%')}: ${reasons[verdict]}`
  return { verdict, effect, interval: [low, high], resolution, excluded, reason }
}

/** Effect and excluded slowdown as shares. */
type NeighborFigures = Readonly<Record<'effect' | 'excluded' | 'pairs', number>> & { readonly isSignificant: boolean }

function decideVerdict(
  { effect, excluded, pairs, isSignificant }: NeighborFigures,
  { clearEffect, isOtherWork }: Pick<NeighborRequest, 'clearEffect' | 'isOtherWork'>,
): PairVerdict {
  const isLast = pairs >= mostNeighbors
  const isConfirmed = isLast || isOtherWork || Math.abs(effect) >= plateauEffect
  if (isSignificant && isConfirmed && Math.abs(effect) >= finestEffect) return effect > 0 ? 'regression' : 'improvement'
  const isPossiblySlower = !isLast && effect >= finestEffect
  const isExcluded = excluded < clearEffect || excluded === finestEffect
  return isExcluded && !isPossiblySlower ? 'unchanged' : 'inconclusive'
}

/** With all pairs, limits the distance of those that a change of level separates, of which the median knows nothing. */
function limitPlateaus(distances: readonly number[]): number[] {
  if (distances.length < mostNeighbors) return [...distances]
  const limit = 3 * Math.max(guessedDeviation, normalPerMad * computeMedian(distances))
  return distances.map((distance) => (distance <= plateauEffect ? Math.min(limit, distance) : distance))
}

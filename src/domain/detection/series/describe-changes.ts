import jStat from 'jstat'
import type { Change, ChangeStatus, LevelSummary } from './change.ts'
import { computeMeanVarianceFactor } from './autocorrelated-noise.ts'
import type { Estimate } from './fieller.ts'
import { fitLevels, type SeriesLevel, type LevelFit } from './levels.ts'
import type { PairAnswer } from '../pair/pair.ts'
import { selectFiniteValues, toSeriesUnit, scaleSeries, type SeriesScale } from './series-scale.ts'
import { locateStep } from './step-location.ts'
import { computeStepSize } from './step-size.ts'
import { computeStudentQuantile } from '../noise/student-quantile.ts'

/** Result of an interleaved run of the commit at a change point against its parent. */
export type Confirmation = Pick<PairAnswer, 'verdict' | 'effect'>

/** Options that confirm change points. */
export type DescribeOptions = {
  /** Number of values after which a new level is confirmed without such a run. Default: 12. */
  readonly settledAfter?: number
  /** Results of interleaved runs, by the index of the change point. */
  readonly confirmations?: ReadonlyMap<number, Confirmation>
}

const confidence = 0.95
/** The search for change points uses as many values on each side to distinguish a jump from a drift. */
const defaultSettledAfter = 12

/**
 * Locates each change point and estimates its size, with 95 % intervals that account for autocorrelation; in nearly
 * linear time. `changePoints` are ascending indices of finite values, as from `findChangePoints`. Each interval treats
 * its change point as given, so the size of a step that barely passed the search is overestimated.
 *
 * @throws RangeError for an index that is not a finite value of the series after the first, or not ascending
 */
export function describeChanges(
  values: readonly number[],
  changePoints: readonly number[],
  options: DescribeOptions = {},
): Change[] {
  if (changePoints.length === 0) return []
  const { places, finite } = selectFiniteValues(values)
  const scale = scaleSeries(finite, Infinity)
  const found = fitLevels(scale.scaled, locateStarts(changePoints, places))
  return changePoints.map((at, order) => {
    const sides = [found.levels[order] as SeriesLevel, found.levels[order + 1] as SeriesLevel] as const
    const { first, last, ...described } = describeStep(scale, found, sides)
    const known = { at, where: [places[first] ?? at, places[last] ?? at] as const, ...described }
    return { ...known, status: decideStatus(known, options) }
  })
}

/** Converts indices of the series to indices of its finite values. */
function locateStarts(changePoints: readonly number[], places: readonly number[]): number[] {
  let start = 0
  return changePoints.map((at) => {
    start = places.indexOf(at, start + 1)
    if (start > 0) return start
    throw new RangeError(`${at} is not a change point: give ascending indices of finite values after the first`)
  })
}

function describeStep(scale: SeriesScale, { noise, clip }: LevelFit, sides: readonly [SeriesLevel, SeriesLevel]) {
  // Rounded down: conservative, and only few different quantiles need the slow inversion.
  const quantile = computeStudentQuantile((1 + confidence) / 2, Math.floor(noise.degreesOfFreedom))
  const widening = quantile / jStat.normal.inv((1 + confidence) / 2, 0, 1)
  const [before, after] = sides.map(({ from, to, mean }): Estimate => {
    return {
      value: mean,
      variance: (noise.variance * computeMeanVarianceFactor(to - from, noise.correlation)) / (to - from),
    }
  }) as [Estimate, Estimate]
  return {
    ...locateStep(scale.scaled, sides, { noise, clip, widening }),
    ...computeStepSize(before, after, quantile, scale),
    before: summarizeLevel(scale, sides[0]),
    after: summarizeLevel(scale, sides[1]),
  }
}

function summarizeLevel(scale: SeriesScale, { from, to, mean }: SeriesLevel): LevelSummary {
  return { level: toSeriesUnit(scale, mean), count: to - from }
}

/**
 * A conclusive interleaved run overrides the age of a level: without a change of the same sign the change point stays a
 * candidate.
 */
function decideStatus(
  { at, effect, after, isLikeALine }: Pick<Change, 'at' | 'effect' | 'after' | 'isLikeALine'>,
  { settledAfter = defaultSettledAfter, confirmations }: DescribeOptions,
): ChangeStatus {
  const answer = confirmations?.get(at)
  if (answer && answer.verdict !== 'inconclusive') {
    const isSeen = answer.verdict !== 'unchanged' && (answer.effect ?? 0) * (effect ?? 0) > 0
    return isSeen ? 'confirmed' : 'candidate'
  }
  return after.count >= settledAfter && !isLikeALine ? 'confirmed' : 'candidate'
}

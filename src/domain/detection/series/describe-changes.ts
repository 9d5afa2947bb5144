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

/** What an interleaved run of the commit at a change point against its parent has said. */
export type Confirmation = Pick<PairAnswer, 'verdict' | 'effect'>

export type DescribeOptions = {
  /** Values that the new level must have to be confirmed by time alone. Absent: 12. */
  readonly settledAfter?: number
  /** By the index of the change point. */
  readonly confirmations?: ReadonlyMap<number, Confirmation>
}

const confidence = 0.95
/** As many as the search for change points looks at on each side to tell a jump from a drift. */
const defaultSettledAfter = 12

/**
 * Where each change point lies and how large it is, with 95 % intervals that allow for autocorrelation; in nearly
 * linear time. `changePoints` are ascending indices of finite values, as `findChangePoints` gives
 * them. The intervals are those of a change point looked at by itself: of steps that barely passed the search, the size
 * is overstated.
 *
 * @throws RangeError for an index that is no finite value of the series after the first, or not ascending
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

/** Places among the finite values. */
function locateStarts(changePoints: readonly number[], places: readonly number[]): number[] {
  let start = 0
  return changePoints.map((at) => {
    start = places.indexOf(at, start + 1)
    if (start > 0) return start
    throw new RangeError(`${at} is no change point: give ascending indices of finite values after the first`)
  })
}

function describeStep(scale: SeriesScale, { noise, clip }: LevelFit, sides: readonly [SeriesLevel, SeriesLevel]) {
  // Rounded down: few different quantiles have to be inverted, and none is too narrow.
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

/** An interleaved run that could tell outweighs time: one that saw no such change leaves the commit without blame. */
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

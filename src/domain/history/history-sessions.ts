import { changePoints } from '../detection/series/change-points.ts'
import { describeChanges } from '../detection/series/describe-changes.ts'
import { pointValue, type HistoryPoint } from './history-point.ts'
import { splitByTestbed } from './split-by-testbed.ts'

/** Old noise describes an old machine room: this many sessions are ample for what a prior may weigh. */
const mostSessions = 20
const fewestSamples = 2

/**
 * What a pair's `history` asks for: samples of unchanged code, one list per run of at least two finite samples, the last
 * 20 such runs in order. Known changes of the program are taken out, each earlier level brought to the last one, so that
 * only noise is left between the sessions.
 *
 * @throws RangeError when the points are of more than one series: the noise of another machine is no prior
 */
export function historySessions(points: readonly HistoryPoint[]): number[][] {
  const [series, ...others] = splitByTestbed(points)
  if (others.length > 0)
    throw new RangeError(`these points are of ${others.length + 1} series; give those of one, as splitByTestbed does`)
  if (!series) return []
  const factors = factorsToLastLevel(series.points.map(pointValue))
  return series.points
    .map(({ samples }, index) => samples.filter(Number.isFinite).map((sample) => sample * (factors[index] ?? 1)))
    .filter((session) => session.length >= fewestSamples)
    .slice(-mostSessions)
}

/** By what each value has to be multiplied to stand where the last level stands; 1 where a level allows no ratio. */
function factorsToLastLevel(values: readonly number[]): number[] {
  const factors = values.map(() => 1)
  for (const { at, before, after } of describeChanges(values, changePoints(values, null))) {
    const ratio = before.level > 0 && after.level > 0 ? after.level / before.level : 1
    for (let index = 0; index < at; index++) factors[index] = (factors[index] ?? 1) * ratio
  }
  return factors
}

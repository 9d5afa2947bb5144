import type { Metric } from '../../core/metric.ts'
import { requestOf, type MetricRequest } from './judge-metric.ts'
import { gatesOf, measurePair, type MeasuredPair } from './measure-pair.ts'
import type { PairRequest } from './pair.ts'
import { scaleOf } from './pair-evidence.ts'
import { effectText } from './pair-reason.ts'
import type { PairScale } from './pair-scale.ts'
import { projectedPrecision } from './projected-precision.ts'
import { smallestFound } from './reachable-effect.ts'
import { isOutOfReach, mostRunsOf } from './stays-open.ts'

/** Why more runs are not worth their time. */
export type OutOfReach = {
  /** Runs per side at which a change of the minimum effect would be found nine times in ten; null: more than 1000. */
  readonly runsNeeded: number | null
  /** The effect that would be found so often with the most runs allowed. */
  readonly reachableEffect: number
  /** One sentence. */
  readonly reason: string
}

const mostRuns = 1000

/**
 * Says so when all the runs that are allowed would most likely leave the question open: with the precision that `maxRuns`
 * per side will have, neither the present estimate nor one 3/4 of today's standard error to either side is told as slower by
 * `min_effect`, or rules out a slowdown of `clear_effect`. Null: it may still be settled, it is settled, or the metric is not judged by its noise.
 */
export function cannotSettle(metric: Metric, asked: MetricRequest, maxRuns: number): OutOfReach | null {
  const request = requestOf(metric, asked)
  const scale = scaleOf(metric, request)
  if (!scale) return null
  const now = measurePair(request, scale)
  const most = mostRunsOf(request, maxRuns)
  if (!isOutOfReach(now, request, scale, most)) return null
  const reachableEffect = scale.effectOf(foundWith(now, request, most))
  const runsNeeded = fewestRuns(now, request, most)
  return { runsNeeded, reachableEffect, reason: explain({ most, runsNeeded, reachableEffect }, now, scale) }
}

function foundWith(now: MeasuredPair, request: PairRequest, runs: number): number {
  return smallestFound(projectedPrecision(now.difference, request, runs), gatesOf(request))
}

/** By halving: more runs never find less. */
function fewestRuns(now: MeasuredPair, request: PairRequest, most: number): number | null {
  let [low, high] = [most, mostRuns]
  if (foundWith(now, request, high) > now.minEffect) return null
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (foundWith(now, request, middle) <= now.minEffect) high = middle
    else low = middle
  }
  return high
}

type Figures = { readonly most: number } & Omit<OutOfReach, 'reason'>

function explain({ most, runsNeeded, reachableEffect }: Figures, now: MeasuredPair, scale: PairScale): string {
  const limit = effectText(scale.effectOf(now.minEffect), scale.hundredth)
  const reach = effectText(reachableEffect, scale.hundredth)
  const need = runsNeeded === null ? `more than ${mostRuns}` : `about ${runsNeeded}`
  return `out of reach at this noise: ${most} runs per side can tell ${reach}, telling ${limit} would take ${need}`
}

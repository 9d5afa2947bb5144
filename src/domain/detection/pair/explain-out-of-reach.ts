import type { Metric } from '../../core/metric.ts'
import { buildPairRequest, type MetricRequest } from './judge-metric.ts'
import { readGates, measurePair, type MeasuredPair } from './measure-pair.ts'
import type { PairRequest } from './pair.ts'
import { chooseScale } from './pair-evidence.ts'
import { formatEffectSize } from './pair-reason.ts'
import type { PairScale } from './pair-scale.ts'
import { projectPrecision } from './projected-precision.ts'
import { findSmallestDetectable } from './reachable-effect.ts'
import { isOutOfReach, computeMaxRuns } from './out-of-reach.ts'

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
export function explainOutOfReach(metric: Metric, asked: MetricRequest, maxRuns: number): OutOfReach | null {
  const request = buildPairRequest(metric, asked)
  const scale = chooseScale(metric, request)
  if (!scale) return null
  const now = measurePair(request, scale)
  const most = computeMaxRuns(request, maxRuns)
  if (!isOutOfReach(now, request, scale, most)) return null
  const reachableEffect = scale.toEffect(computeDetectableEffect(now, request, most))
  const runsNeeded = findFewestRuns(now, request, most)
  return { runsNeeded, reachableEffect, reason: formatReason({ most, runsNeeded, reachableEffect }, now, scale) }
}

function computeDetectableEffect(now: MeasuredPair, request: PairRequest, runs: number): number {
  return findSmallestDetectable(projectPrecision(now.difference, request, runs), readGates(request))
}

/** By halving: more runs never find less. */
function findFewestRuns(now: MeasuredPair, request: PairRequest, most: number): number | null {
  let [low, high] = [most, mostRuns]
  if (computeDetectableEffect(now, request, high) > now.minEffect) return null
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (computeDetectableEffect(now, request, middle) <= now.minEffect) high = middle
    else low = middle
  }
  return high
}

type Figures = { readonly most: number } & Omit<OutOfReach, 'reason'>

function formatReason({ most, runsNeeded, reachableEffect }: Figures, now: MeasuredPair, scale: PairScale): string {
  const limit = formatEffectSize(scale.toEffect(now.minEffect), scale.hundredth)
  const reach = formatEffectSize(reachableEffect, scale.hundredth)
  const need = runsNeeded === null ? `more than ${mostRuns}` : `about ${runsNeeded}`
  return `out of reach at this noise: ${most} runs per side can tell ${reach}, telling ${limit} would take ${need}`
}

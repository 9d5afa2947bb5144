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

/** Explains why more runs will not settle a comparison. */
export type OutOfReach = {
  /** Runs per side that would detect the minimum effect with a power of 90 %; null: more than 1000. */
  readonly runsNeeded: number | null
  /** The effect detectable with a power of 90 % at the maximum number of runs. */
  readonly reachableEffect: number
  /** One sentence. */
  readonly reason: string
}

const mostRuns = 1000

/**
 * Returns an explanation when `maxRuns` per side would most likely leave the comparison inconclusive: with the
 * precision of that many runs, neither the current estimate nor one 3/4 of today's standard error to either side counts
 * as slower by `minEffect`, or rules out a slowdown of `clearEffect`. Null when the comparison may still be settled,
 * is settled, or is not judged by its noise.
 */
export function explainOutOfReach(metric: Metric, input: MetricRequest, maxRuns: number): OutOfReach | null {
  const request = buildPairRequest(metric, input)
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

/** Binary search: the detectable effect never grows with more runs. */
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
  return `out of reach at this noise: ${most} runs per side can detect ${reach}; detecting ${limit} needs ${need}`
}

import { inferMetricKind, type Metric } from '../../core/metric.ts'
import { judgeCount } from './judge-count.ts'
import { judgeMemory } from './judge-memory.ts'
import { judgeRatio } from './judge-pair.ts'
import { judgeShare } from './judge-share.ts'
import type { PairAnswer, PairRequest } from './pair.ts'
import { chooseTerms } from './pair-terms.ts'

/** Two sides of a metric; unit and direction come from the metric. */
export type MetricRequest = Omit<PairRequest, 'unit' | 'isLowerBetter'>

/**
 * Judges two sides by the rule for the metric's kind: times, rates and unknown quantities by their ratio, counts
 * exactly where they are constant, memory with a tolerance for allocator steps, shares by their difference. Effects of
 * shares are in points (0.05 for five), all others are relative to the base.
 *
 * @throws RangeError when minEffect is not a number of zero or more, or gates not one of one or more
 */
export function judgeMetric(metric: Metric, input: MetricRequest): PairAnswer {
  const request = buildPairRequest(metric, input)
  const kind = inferMetricKind(metric)
  switch (kind) {
    case 'count':
      return judgeCount(metric, request)
    case 'memory':
      return judgeMemory(metric, request)
    case 'share':
      return judgeShare(metric, request)
    case 'duration':
    case 'rate':
    case null:
      return judgeRatio(request, chooseTerms(metric))
    default:
      return kind satisfies never
  }
}

/** Adds unit and direction of a metric to a request. */
export function buildPairRequest(metric: Metric, input: MetricRequest): PairRequest {
  return { ...input, unit: metric.unit, isLowerBetter: metric.betterWhen === 'lower' }
}

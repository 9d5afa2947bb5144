import { inferMetricKind, type Metric } from '../../core/metric.ts'
import { estimateAllocationStep, isStepped } from './allocation-step.ts'
import { isConstant } from './judge-count.ts'
import { buildPairRequest, type MetricRequest } from './judge-metric.ts'
import { getFullValue } from './judge-share.ts'
import { measurePair } from './measure-pair.ts'
import type { PairRequest } from './pair.ts'
import type { PairDifference } from './pair-difference.ts'
import { decideLeaning, type Leaning } from './pair-rule.ts'
import { createPointScale, ratioScale, type PairScale } from './pair-scale.ts'
import { computeStudentProbability } from '../noise/student-probability.ts'

/** Evidence of the runs so far for one metric, on the judging scale (logs, or points), where larger is worse. */
export type PairEvidence = PairDifference & {
  /** Smallest difference worth reporting, on the same scale. */
  readonly minEffect: number
  /** One-sided p values of a difference at least as large as observed, upward and downward, for a single look. */
  readonly slowerPValue: number
  readonly fasterPValue: number
  /** Decision of the parametric rule, without the rank test. */
  readonly leaning: Leaning | 'faster'
}

/**
 * Computes the evidence by which a metric is judged. Null with fewer than two usable runs on a side, for counts that
 * are constant, and for memory that changes only by allocator steps.
 */
export function weighEvidence(metric: Metric, input: MetricRequest): PairEvidence | null {
  const request = buildPairRequest(metric, input)
  const scale = chooseScale(metric, request)
  return scale && weighOnScale(request, scale)
}

function weighOnScale(request: PairRequest, scale: PairScale): PairEvidence {
  const pair = measurePair(request, scale)
  const { difference, minEffect, rule } = pair
  const { estimate, standardError, degreesOfFreedom } = difference
  const isFaster = rule({ ...difference, estimate: -estimate }, minEffect) === 'slower'
  return {
    ...difference,
    minEffect,
    slowerPValue: computeStudentProbability(-estimate / standardError, degreesOfFreedom),
    fasterPValue: computeStudentProbability(estimate / standardError, degreesOfFreedom),
    leaning: isFaster ? 'faster' : decideLeaning(rule, difference, pair),
  }
}

/** The scale of a metric's noise; null if a value is not valid on it, or if the runs are compared exactly. */
export function chooseScale(metric: Metric, request: PairRequest): PairScale | null {
  const kind = inferMetricKind(metric)
  const scale = kind === 'share' ? createPointScale(getFullValue(metric)) : ratioScale
  const { base, head } = request
  const isFit = base.length > 1 && head.length > 1
  if (!isFit || ![...base, ...head].every((value) => Number.isFinite(scale.toScale(value)))) return null
  if (kind === 'count' && isConstant(request)) return null
  return kind === 'memory' && isStepped(request, estimateAllocationStep(metric, request)) ? null : scale
}

/**
 * Uncertainty of the answer: p (1 − p), at most ¼, where p is the probability that the difference is at least half of
 * the minimum effect, given these runs and a flat prior. The next run is most informative where it is largest.
 */
export function computeUncertainty({ estimate, standardError, degreesOfFreedom, minEffect }: PairEvidence): number {
  const probability = computeStudentProbability((estimate - minEffect / 2) / standardError, degreesOfFreedom)
  return probability * (1 - probability)
}

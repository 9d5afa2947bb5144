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

/** What the runs of one metric say so far, on the scale of judging (logs, or points), where larger is worse. */
export type PairEvidence = PairDifference & {
  /** The smallest difference worth reporting, on the same scale. */
  readonly minEffect: number
  /** One-sided probability of a difference at least so far up, or down, where nothing changed; for one look. */
  readonly slowerPValue: number
  readonly fasterPValue: number
  /** Where the rule stands, ranks aside. */
  readonly leaning: Leaning | 'faster'
}

/**
 * The evidence that a metric is judged by; null where there is none to weigh: fewer than two usable runs on a side, counts
 * that never vary, memory that only moves by steps.
 */
export function weighEvidence(metric: Metric, asked: MetricRequest): PairEvidence | null {
  const request = buildPairRequest(metric, asked)
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

/** The scale on which a metric's noise is weighed; null where these runs have no place on it or are compared exactly. */
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
 * How open the answer is: p (1 − p), at most ¼, of the probability that the difference is at least half of the minimum
 * effect, given these runs and no opinion beforehand. The next run teaches most where it is largest.
 */
export function computeUncertainty({ estimate, standardError, degreesOfFreedom, minEffect }: PairEvidence): number {
  const probability = computeStudentProbability((estimate - minEffect / 2) / standardError, degreesOfFreedom)
  return probability * (1 - probability)
}

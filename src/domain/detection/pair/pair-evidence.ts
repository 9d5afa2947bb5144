import { metricKindOf, type Metric } from '../../core/metric.ts'
import { allocationStep, isStepped } from './allocation-step.ts'
import { isConstant } from './judge-count.ts'
import { requestOf, type MetricRequest } from './judge-metric.ts'
import { wholeOf } from './judge-share.ts'
import { measurePair } from './measure-pair.ts'
import type { PairRequest } from './pair.ts'
import type { PairDifference } from './pair-difference.ts'
import { leaningBetween, type Leaning } from './pair-rule.ts'
import { pointScale, ratioScale, type PairScale } from './pair-scale.ts'
import { studentProbability } from '../noise/student-probability.ts'

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
export function pairEvidence(metric: Metric, asked: MetricRequest): PairEvidence | null {
  const request = requestOf(metric, asked)
  const scale = scaleOf(metric, request)
  return scale && evidenceOn(request, scale)
}

function evidenceOn(request: PairRequest, scale: PairScale): PairEvidence {
  const pair = measurePair(request, scale)
  const { difference, minEffect, rule } = pair
  const { estimate, standardError, degreesOfFreedom } = difference
  const isFaster = rule({ ...difference, estimate: -estimate }, minEffect) === 'slower'
  return {
    ...difference,
    minEffect,
    slowerPValue: studentProbability(-estimate / standardError, degreesOfFreedom),
    fasterPValue: studentProbability(estimate / standardError, degreesOfFreedom),
    leaning: isFaster ? 'faster' : leaningBetween(rule, difference, pair),
  }
}

/** The scale on which a metric's noise is weighed; null where these runs have no place on it or are compared exactly. */
export function scaleOf(metric: Metric, request: PairRequest): PairScale | null {
  const kind = metricKindOf(metric)
  const scale = kind === 'share' ? pointScale(wholeOf(metric)) : ratioScale
  const { base, head } = request
  const isFit = base.length > 1 && head.length > 1
  if (!isFit || ![...base, ...head].every((value) => Number.isFinite(scale.placeOf(value)))) return null
  if (kind === 'count' && isConstant(request)) return null
  return kind === 'memory' && isStepped(request, allocationStep(metric, request)) ? null : scale
}

/**
 * How open the answer is: p (1 − p), at most ¼, of the probability that the difference is at least half of the minimum
 * effect, given these runs and no opinion beforehand. The next run teaches most where it is largest.
 */
export function uncertainty({ estimate, standardError, degreesOfFreedom, minEffect }: PairEvidence): number {
  const probability = studentProbability((estimate - minEffect / 2) / standardError, degreesOfFreedom)
  return probability * (1 - probability)
}

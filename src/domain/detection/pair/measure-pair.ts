import { estimateNoisePrior, type NoisePrior } from '../noise/noise-prior.ts'
import type { PairRequest } from './pair.ts'
import { estimateDifference, type PairDifference, type Precision } from './pair-difference.ts'
import { createSequentialRule, createSingleLookRule, type Effects, type PairRule } from './pair-rule.ts'
import type { PairScale } from './pair-scale.ts'

/** Default of `minEffect`. */
const defaultMinEffect = 0.03

/** Both sides on the judging scale, where larger is worse whatever the direction of the metric. */
export type MeasuredPair = Effects & {
  /** −1 if a higher value is better. */
  readonly sign: 1 | -1
  readonly base: readonly number[]
  readonly head: readonly number[]
  readonly difference: PairDifference & Precision
  readonly rule: PairRule
}

/** Converts a request to the judging scale. Both sides need at least two values, all valid on the scale. */
export function measurePair(request: PairRequest, scale: PairScale): MeasuredPair {
  const sign = request.isLowerBetter === false ? -1 : 1
  const toScale = (value: number): number => sign * scale.toScale(value)
  const [base, head] = [request.base.map(toScale), request.head.map(toScale)]
  const prior = withSessions(
    estimateNoisePrior(request.history ?? [], scale.toScale, request.guessedNoise),
    request.sessionDeviation ?? 0,
  )
  return {
    sign,
    base,
    head,
    difference: estimateDifference(base, head, request.design ?? 'interleaved', prior),
    minEffect: scale.toDifference(readMinEffect(request)),
    clearEffect: scale.toDifference(readClearEffect(request)),
    rule: chooseRule(request),
  }
}

function withSessions(prior: NoisePrior, deviation: number): NoisePrior {
  return { ...prior, sessionVariance: Math.max(prior.sessionVariance, deviation ** 2) }
}

/**
 * Reads `minEffect`, a share, or its default.
 *
 * @throws RangeError when minEffect is not a number of zero or more
 */
export function readMinEffect({ minEffect = defaultMinEffect }: PairRequest): number {
  if (!(minEffect >= 0) || !Number.isFinite(minEffect))
    throw new RangeError(`minEffect is ${minEffect}; give a share of zero or more, such as 0.03`)
  return minEffect
}

/**
 * The slowdown that must be ruled out; at least `minEffect`.
 *
 * @throws RangeError when minEffect or clearEffect is not a number of zero or more
 */
export function readClearEffect(request: PairRequest): number {
  const minEffect = readMinEffect(request)
  const { clearEffect = minEffect } = request
  if (!(clearEffect >= 0) || !Number.isFinite(clearEffect))
    throw new RangeError(`clearEffect is ${clearEffect}; give a share of zero or more, such as 0.05`)
  return Math.max(minEffect, clearEffect)
}

/** Whether the maximum number of runs is reached, or the number of runs was fixed in advance. */
export function isCapped({ base, head, maxRuns: cap }: PairRequest): boolean {
  return cap === undefined || Math.min(base.length, head.length) >= cap
}

/**
 * Reads the number of gates, or its default of 1.
 *
 * @throws RangeError when gates is not a number of one or more
 */
export function readGates({ gates = 1 }: Pick<PairRequest, 'gates'>): number {
  if (!(gates >= 1) || !Number.isFinite(gates))
    throw new RangeError(`gates is ${gates}; give the number of gate metrics, one or more`)
  return gates
}

/** The last look uses the error probability that earlier looks left. */
function chooseRule(request: PairRequest): PairRule {
  const gates = readGates(request)
  return isCapped(request) ? createSingleLookRule(gates) : createSequentialRule(gates)
}

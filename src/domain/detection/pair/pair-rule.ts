import { type PairDifference, estimateNoisePrior, estimateDifference, type Precision } from './pair-difference.ts'
import { computeStudentQuantile, computeSignFlipProbability } from '../noise/probabilities.ts'
import type { AnswerTerms, PairAnswer, PairRequest, PairScale } from './pair.ts'

/** Whether an estimate supports a slowdown of the minimum effect, excludes it, or leaves it open. */
type Leaning = 'slower' | 'not slower' | 'open'

/** Decides on one estimate; `minEffect` is the smallest difference worth reporting, on the same scale. */
export type PairRule = (difference: PairDifference, minEffect: number) => Leaning

/**
 * The stopping criteria of a pair. The bounds are log likelihood ratios: e^4.5 is 90 to 1 for a slowdown, e^2.5 is 12 to 1
 * against it. The error rates of these values over all looks are measured (docs/statistics.md), not derived.
 */
const stopping = {
  /** Evidence for a slowdown at which a growing pair stops; plus the log of the number of gates. */
  slowerBound: 4.5,
  /** Evidence against a slowdown at which a growing pair stops. */
  notSlowerBound: 2.5,
  /** Significance level of a slowdown at the last look, shared by all gates. */
  slowerLevel: 0.01,
  /** Confidence at which the last look excludes the minimum effect. */
  notSlowerProbability: 0.95,
  /** Runs per side at which a growing pair is judged; each additional look slightly increases the error. */
  looks: [3, 4, 5, 6, 8, 10, 13, 16, 20] as readonly number[],
  /** Distance of the looks after these. */
  laterStep: 5,
  /** Probability of a false alarm of the exact test, over all looks and all gates. */
  exactLevel: 0.008,
} as const

/**
 * Rule for a look (an interim check) after which more runs may follow: the log likelihood ratio of "slower by the
 * minimum effect X or more" against "not slower", each at its best fitting value, under Student's t: (ν + 1)/2 · [ln(1
 * + max(0, d)²/(ν s²)) − ln(1 + max(0, X − d)²/(ν s²))], with two bounds as in Wald's sequential test (Annals of
 * Mathematical Statistics 16, 1945). The error rates of this generalized ratio are measured, not proven. The upper
 * bound rises by the log of the number of gates, as in Bonferroni's correction.
 */
export function createSequentialRule(gates = 1): PairRule {
  const upperBound = stopping.slowerBound + Math.log(gates)
  return ({ estimate, standardError, degreesOfFreedom }, minEffect) => {
    const scale = degreesOfFreedom * standardError ** 2
    const fromZero = Math.max(0, estimate) ** 2 / scale
    const toMinimum = Math.max(0, minEffect - estimate) ** 2 / scale
    const evidence = ((degreesOfFreedom + 1) / 2) * (Math.log1p(fromZero) - Math.log1p(toMinimum))
    if (evidence >= upperBound) return 'slower'
    return evidence <= -stopping.notSlowerBound ? 'not slower' : 'open'
  }
}

/**
 * Rule for the last look: a number of runs fixed in advance, or the maximum. A t test against zero at the level shared
 * by all gates, and a t test against the minimum effect.
 */
export function createSingleLookRule(gates = 1): PairRule {
  return ({ estimate, standardError, degreesOfFreedom }, minEffect) => {
    const reaches = computeStudentQuantile(1 - stopping.slowerLevel / gates, degreesOfFreedom) * standardError
    if (estimate >= reaches && estimate > minEffect / 2) return 'slower'
    const excludes = computeStudentQuantile(stopping.notSlowerProbability, degreesOfFreedom) * standardError
    return minEffect - estimate >= excludes ? 'not slower' : 'open'
  }
}

/** The two thresholds of a comparison, on the judging scale. */
export type Effects = {
  /** A slowdown of at least this size is reported. */
  readonly minEffect: number
  /** A slowdown of at least this size is ruled out if the pair is unchanged; at least `minEffect`. */
  readonly clearEffect: number
}

/** Decides by both thresholds. A detected slowdown takes precedence, even if one of `clearEffect` is ruled out. */
export function decideLeaning(
  rule: PairRule,
  difference: PairDifference,
  { minEffect, clearEffect }: Effects,
): Leaning {
  if (rule(difference, minEffect) === 'slower') return 'slower'
  return rule(difference, clearEffect) === 'not slower' ? 'not slower' : 'open'
}

/** The smallest difference that the rule would call slower at the current precision. */
export function findSmallestSlower(rule: PairRule, difference: PairDifference, minEffect: number): number {
  const start = Math.max(minEffect, difference.standardError)
  return findSmallest((estimate) => rule({ ...difference, estimate }, minEffect) === 'slower', start)
}

/** The smallest slowdown, 0 or more, that the rule excludes at this estimate. */
export function findSmallestExcluded(rule: PairRule, difference: PairDifference): number {
  const isExcluded = (effect: number): boolean => rule(difference, effect) === 'not slower'
  return isExcluded(0) ? 0 : findSmallest(isExcluded, Math.abs(difference.estimate) + difference.standardError)
}

/**
 * Finds the smallest positive number that passes, by doubling `start` and then bisection; `passes` must be monotonic.
 */
export function findSmallest(passes: (value: number) => boolean, start: number): number {
  let [low, high] = [0, start]
  while (!passes(high) && high < Number.MAX_VALUE / 2) [low, high] = [high, high * 2]
  for (let step = 0; step < 30; step += 1) {
    const middle = (low + high) / 2
    if (passes(middle)) high = middle
    else low = middle
  }
  return high
}

/** Runs per side at the first look after `taken` runs, between the planned repeats and the maximum. */
export function computeNextLook(taken: number, repeats: number, most: number): number {
  const { looks, laterStep } = stopping
  if (taken < repeats) return repeats
  const later = looks.find((look) => look > taken) ?? (Math.floor(taken / laterStep) + 1) * laterStep
  return Math.min(Math.max(repeats, most), later)
}

/** Default of `minEffect`. */
const defaultMinEffect = 0.03

/** What the runs of a pair show: computed once, and answered under any terms. */
export type PairEvidence = {
  readonly request: PairRequest
  /** Null: the noise does not decide, as for counts that are constant and memory that changes by allocator steps. */
  readonly measured: MeasuredPair | null
  readonly answer: (terms: AnswerTerms) => PairAnswer
}

/** Both sides on the judging scale, where larger is worse whatever the direction of the metric. */
export type MeasuredPair = Effects & {
  readonly scale: PairScale
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
  const prior = estimateNoisePrior(request.history ?? [], scale.toScale, request.guessedNoise)
  const sessionVariance = Math.max(prior.sessionVariance, (request.sessionDeviation ?? 0) ** 2)
  const gates = readGates(request)
  return {
    scale,
    sign,
    base,
    head,
    difference: estimateDifference(base, head, request.design ?? 'interleaved', { ...prior, sessionVariance }),
    minEffect: scale.toDifference(readMinEffect(request)),
    clearEffect: scale.toDifference(readClearEffect(request)),
    // The last look uses the error probability that earlier looks left.
    rule: isCapped(request) ? createSingleLookRule(gates) : createSequentialRule(gates),
  }
}

/**
 * Reads `minEffect`, a share, or its default.
 *
 * @throws RangeError when minEffect is not a number of zero or more
 */
export function readMinEffect({ minEffect = defaultMinEffect }: PairRequest): number {
  return requireShare('minEffect', minEffect, 0.03)
}

function requireShare(name: string, value: number, example: number): number {
  if (!(value >= 0) || !Number.isFinite(value))
    throw new RangeError(`${name} is ${value}; give a share of zero or more, such as ${example}`)
  return value
}

/**
 * The slowdown that must be ruled out; at least `minEffect`.
 *
 * @throws RangeError when minEffect or clearEffect is not a number of zero or more
 */
export function readClearEffect(request: PairRequest): number {
  const minEffect = readMinEffect(request)
  return Math.max(minEffect, requireShare('clearEffect', request.clearEffect ?? minEffect, 0.05))
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

/**
 * Projects the precision to another number of runs per side with the same noise: the standard error shrinks with the
 * square root of the number, the degrees of freedom grow with it. A stored base and the variance between sessions stay
 * as they are.
 */
export function projectPrecision(
  now: PairDifference & Precision,
  { base, head, design }: PairRequest,
  runs: number,
): PairDifference {
  const taken = Math.min(base.length, head.length)
  const baseRuns = design === 'stored' ? base.length : runs
  return {
    estimate: now.estimate,
    standardError: Math.sqrt(now.runVariance * (1 / baseRuns + 1 / runs) + now.sessionVariance),
    degreesOfFreedom: (now.ownDegrees * (runs - 1)) / (taken - 1) + now.priorDegrees,
  }
}

/**
 * In current standard errors. A margin of 1 makes pairs without a chance take a fifth more runs for almost no power.
 */
export const projectionErrors = 0.75

/** Whether a slowdown would most likely not be found by the last of all looks, even if the estimate is too low by now. */
export function isLikelyNeverSlower({ difference, minEffect }: MeasuredPair, request: PairRequest): boolean {
  const most = Math.max(request.maxRuns ?? 0, ...stopping.looks)
  const estimate = difference.estimate + projectionErrors * difference.standardError
  const later = { ...projectPrecision(difference, request, most), estimate }
  return createSingleLookRule(readGates(request))(later, minEffect) !== 'slower'
}

/** Fewer pairs cannot reach the level: the smallest p value of seven pairs is 1/128. */
export const fewestExactPairs = 7

/** Result of a sign-flip test of the pairs. */
export type ExactConfirmation = {
  readonly isSlower: boolean
  readonly isFaster: boolean
  /** The smallest slowdown that these runs would have confirmed at their spread, on the judging scale; null: none. */
  readonly resolution: number | null
}

/**
 * Confirms a change only by an exact sign-flip test of the pairs, whose order must have been drawn at random for each
 * pair. The level then holds for any noise, including periodic noise and drift (Fisher, The Design of Experiments,
 * 1935). The change must also exceed half of the minimum effect.
 */
export function confirmExactly(pair: MeasuredPair, request: PairRequest): ExactConfirmation {
  const { base, head, minEffect, difference } = pair
  const level = computeExactLevel(request)
  const isConfirmed = (lower: readonly number[], upper: readonly number[], estimate: number): boolean =>
    estimate > minEffect / 2 && computeSignFlipProbability(lower, upper) <= level
  const isShown = (effect: number): boolean =>
    isConfirmed(
      base,
      head.map((value) => value - difference.estimate + effect),
      effect,
    )
  return {
    isSlower: level > 0 && isConfirmed(base, head, difference.estimate),
    isFaster: level > 0 && isConfirmed(head, base, -difference.estimate),
    resolution: level > 0 ? findSmallest(isShown, Math.max(minEffect, difference.standardError)) : null,
  }
}

/**
 * Significance level of this look. Before the last look only pairs that all point in one direction count, once that
 * alone has a probability of at most half the level. Later looks then add no false alarms of this kind, so all early
 * looks share one half and the last look gets the rest.
 */
function computeExactLevel(request: PairRequest): number {
  const { base, head, design = 'interleaved' } = request
  const pairs = base.length
  if (design !== 'interleaved' || head.length !== pairs || pairs < fewestExactPairs) return 0
  const total = stopping.exactLevel / readGates(request)
  const firstPairs = Math.max(fewestExactPairs, Math.ceil(Math.log2(2 / total)))
  if (!isCapped(request)) return pairs >= firstPairs ? 2 ** -pairs : 0
  const isFirst = request.maxRuns === undefined || pairs <= firstPairs
  const left = isFirst ? total : total - 2 ** -firstPairs
  return left >= 2 ** -pairs ? left : 0
}

import {
  confirmExactly,
  type ExactConfirmation,
  isCapped,
  measurePair,
  type MeasuredPair,
  type PairEvidence,
  decideLeaning,
  findSmallestExcluded,
  findSmallestSlower,
  isLikelyNeverSlower,
} from './pair-rule.ts'
import type { PairDifference, Precision } from './pair-difference.ts'
import type { AnswerTerms, PairAnswer, PairRequest, PairVerdict, PairScale, PairTerms } from './pair.ts'
import {
  rankLevel,
  computeRankProbability,
  computeSeparationProbability,
  computeSignFlipProbability,
  computeStudentQuantile,
} from '../noise/probabilities.ts'

/** Before the last look no gate passes without ruling out a slowdown of this size, or of `PairRequest.unseen`. */
const largestUnseen = 0.15
const confidence = 0.95

/** Two speeds of one machine differ by at most 30 %. */
const largestSpeedGap = Math.log(1.3)
/** A history with this many degrees of freedom includes both speeds of a machine. */
const knownDegrees = 2

/**
 * Weighs a pair with at least two values on each side, all valid on the scale; the result answers on several terms. A
 * regression or an improvement needs both the parametric rule and a rank test (for paired differences, a sign-flip
 * test). With `confirm: exact` an exact sign-flip test alone decides on both.
 */
export function weighOnScale(request: PairRequest, scale: PairScale, terms: PairTerms): PairEvidence {
  const pair = measurePair(request, scale)
  const exact = request.confirm === 'exact' ? confirmExactly(pair, request) : null
  const limits = computeLimits(pair, exact)
  const decided = exact ? decideExactly(pair, exact) : decide(pair, request)
  const [center, margin] = [pair.sign * pair.difference.estimate, computeMargin(pair.difference, request)]
  const figures = {
    effect: scale.toEffect(center) + 0,
    interval: [scale.toEffect(center - margin), scale.toEffect(center + margin)] as const,
    resolution: limits && scale.toEffect(limits.resolution),
    excluded: limits && scale.toEffect(limits.excluded),
  }
  const context = {
    minEffect: scale.toEffect(pair.minEffect),
    clearEffect: scale.toEffect(pair.clearEffect),
    scale,
    terms,
  }
  const answer = ({ widen, minRuns }: AnswerTerms): PairAnswer => {
    const isUnconfirmed = exact === null && needsConfirmation(decided, pair, { ...request, minRuns })
    const isOpen = decided.verdict === 'inconclusive' && !decided.isOverlapping
    const isWidened = widen === true && isOpen && limits !== null && isSlowdownUnlikely(pair, request)
    const verdict = isUnconfirmed ? 'inconclusive' : isWidened ? 'unchanged' : decided.verdict
    const answered = { verdict, ...figures }
    const conclusion = formatConclusion(answered, request, {
      ...context,
      isOverlapping: decided.isOverlapping,
      isUnconfirmed,
      isWidened,
    })
    return { ...answered, reason: `${formatRuns(request)}: ${conclusion}` }
  }
  return { request, measured: pair, answer }
}

type ScaleDecision = { readonly verdict: PairVerdict; readonly isOverlapping: boolean }

function decide(pair: MeasuredPair, request: PairRequest): ScaleDecision {
  const { base, head, difference, minEffect, rule } = pair
  const leaning = isPossiblySlower(pair, request) ? 'open' : decideLeaning(rule, difference, pair)
  if (leaning === 'slower') return confirmByRanks('regression', base, head, difference)
  const mirrored = { ...difference, estimate: -difference.estimate }
  const faster = rule(mirrored, minEffect) === 'slower' ? confirmByRanks('improvement', head, base, difference) : null
  if (faster?.isOverlapping === false) return faster
  // Runs too few to be called slower do not clear anything either.
  return leaning === 'not slower' && computeSeparationProbability(base.length, head.length) <= rankLevel
    ? { verdict: 'unchanged', isOverlapping: false }
    : { verdict: 'inconclusive', isOverlapping: faster !== null }
}

/** Whether a slowdown of `clearEffect` is ruled out, but one of `minEffect` is likely and more runs may decide. */
function isPossiblySlower(pair: MeasuredPair, request: PairRequest): boolean {
  const { rule, difference, minEffect } = pair
  if (isCapped(request) || difference.estimate < minEffect / 2) return false
  return decideLeaning(rule, difference, pair) === 'not slower' && rule(difference, minEffect) === 'open'
}

/** Whether more runs must confirm a change: the noise of the machine is unknown, the runs are few and more are allowed. */
function needsConfirmation({ verdict }: ScaleDecision, { difference }: MeasuredPair, request: PairRequest): boolean {
  const { base, head, maxRuns, minRuns } = request
  if (minRuns === undefined || maxRuns === undefined) return false
  if (verdict !== 'regression' && verdict !== 'improvement') return false
  const isKnown = difference.priorDegrees >= knownDegrees || Math.abs(difference.estimate) >= largestSpeedGap
  return !isKnown && Math.min(base.length, head.length) < Math.min(minRuns, maxRuns)
}

function decideExactly(pair: MeasuredPair, { isSlower, isFaster, resolution }: ExactConfirmation): ScaleDecision {
  if (isSlower || isFaster) return { verdict: isSlower ? 'regression' : 'improvement', isOverlapping: false }
  const leaning = resolution === null ? 'open' : decideLeaning(pair.rule, pair.difference, pair)
  return { verdict: leaning === 'not slower' ? 'unchanged' : 'inconclusive', isOverlapping: leaning === 'slower' }
}

/** Requires a rank test, or a sign-flip test of paired differences, in addition to the parametric rule. */
function confirmByRanks(
  verdict: PairVerdict,
  lower: readonly number[],
  upper: readonly number[],
  { isPaired }: Pick<Precision, 'isPaired'>,
): ScaleDecision {
  const isByPairs = isPaired && computeSignFlipProbability(lower, upper) <= rankLevel
  const isOverlapping = !isByPairs && computeRankProbability(lower, upper) > rankLevel
  return { verdict: isOverlapping ? 'inconclusive' : verdict, isOverlapping }
}

/** Half the width of the 95 % confidence interval. */
function computeMargin(
  { degreesOfFreedom, standardError }: PairDifference,
  { confidence: nominal = confidence }: Pick<PairRequest, 'confidence'>,
): number {
  return computeStudentQuantile((1 + nominal) / 2, degreesOfFreedom) * standardError
}

/**
 * The smallest slowdowns on the judging scale that would be detected, and that is ruled out. Null when even complete
 * separation of the sides would not pass the confirming test.
 */
function computeLimits(
  { base, head, rule, difference, minEffect }: MeasuredPair,
  exact: ExactConfirmation | null,
): { readonly resolution: number; readonly excluded: number } | null {
  const excluded = findSmallestExcluded(rule, difference)
  if (exact) return exact.resolution === null ? null : { resolution: exact.resolution, excluded }
  if (computeSeparationProbability(base.length, head.length) > rankLevel) return null
  return { resolution: findSmallestSlower(rule, difference, minEffect), excluded }
}

/**
 * Whether the data do not suggest a slowdown, which is what `widen` asks for. Before the last look: a large slowdown is
 * ruled out, and the estimate is below `minEffect`, or with `unseen` within the 95 % interval where more runs would most
 * likely not show a slowdown. At the last look: that interval includes zero. The bounds are at 95 %: the level of a gate,
 * which is for failing, would take twice the runs.
 */
function isSlowdownUnlikely(pair: MeasuredPair, request: PairRequest): boolean {
  const { scale, difference, minEffect } = pair
  const { estimate, degreesOfFreedom, standardError } = difference
  const isWithinNoise = estimate <= computeMargin(difference, {})
  if (isCapped(request)) return isWithinNoise
  const { unseen } = request
  const reach = computeStudentQuantile(confidence, degreesOfFreedom) * standardError
  if (estimate + reach >= scale.toDifference(unseen ?? largestUnseen)) return false
  if (estimate < minEffect) return true
  return unseen !== undefined && isWithinNoise && isLikelyNeverSlower(pair, request)
}

type ReasonContext = {
  /** Minimum effect, as an effect. */
  readonly minEffect: number
  readonly clearEffect: number
  readonly scale: PairScale
  readonly terms: PairTerms
  /** The estimate suggests a change, but the rank test does not confirm it. */
  readonly isOverlapping: boolean
  /** The estimate suggests a change that more runs must confirm. */
  readonly isUnconfirmed: boolean
  /** Unchanged, although a slowdown of `clearEffect` is not ruled out. */
  readonly isWidened: boolean
}

/** Formats the numbers of runs: "5 against 5 runs". */
export function formatRuns({ base, head }: Pick<PairRequest, 'base' | 'head'>): string {
  return `${base.length} against ${head.length} runs`
}

/** Formats an effect with its sign: "+1.0 %" or "-5.0 points". */
export function formatSignedEffect(effect: number, hundredth: string): string {
  return `${effect > 0 ? '+' : ''}${formatEffectSize(effect, hundredth)}`
}

/** Larger values are written as powers of ten. */
const unreadable = 1e6

/** Formats an effect with at most three significant digits: "1.0 %", or "5.0 points"; `hundredth` is its unit. */
export function formatEffectSize(effect: number, hundredth: string): string {
  const hundredths = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, effect * 100))
  const size = Math.abs(hundredths)
  if (size >= unreadable) return `${hundredths.toPrecision(3)} ${hundredth}`
  if (size >= 100) return `${Number(hundredths.toPrecision(3))} ${hundredth}`
  return `${size < 1 ? hundredths.toFixed(2) : hundredths.toFixed(1)} ${hundredth}`
}

/** The reason for the verdict and the sensitivity of the runs. */
function formatConclusion(
  { verdict, resolution, excluded }: Omit<PairAnswer, 'reason'>,
  request: PairRequest,
  context: ReasonContext,
): string {
  const { minEffect, clearEffect, scale, terms } = context
  const format = (effect: number) => formatEffectSize(effect, scale.hundredth)
  if (verdict === 'inconclusive') return describeOpen(resolution, request, context)
  if (verdict !== 'unchanged') {
    const line = minEffect > 0 ? `, by more than half of the minimum effect of ${format(minEffect)}` : ''
    return `significantly ${verdict === 'regression' ? terms.worse : terms.better}${line}`
  }
  // The one-sided bound of the rule; the two-sided interval may extend beyond it.
  const most = excluded ?? clearEffect
  const bound = `${most > 0 ? `at most ${format(most)} ${terms.worse}` : `not ${terms.worse}`} (one-sided bound)`
  if (context.isWidened) return `${bound}; these runs cannot rule out ${formatLoss(clearEffect, context)}`
  const isFiner = resolution !== null && resolution < clearEffect
  const reach = isFiner ? `; one of ${format(resolution)} would have been detected` : ''
  return `${bound}, so ${formatLoss(clearEffect, context)} is ruled out${reach}`
}

function describeOpen(resolution: number | null, request: PairRequest, context: ReasonContext): string {
  const { minEffect, scale, terms, isOverlapping, isUnconfirmed } = context
  if (isUnconfirmed)
    return 'more runs must confirm this change: the noise of this machine is unknown, and processes of one program may run at two speeds'
  const limit = minEffect > 0 ? ` by ${formatEffectSize(minEffect, scale.hundredth)}` : ''
  const question = `undecided whether it is ${terms.worse}${limit}`
  const end = request.maxRuns !== undefined && isCapped(request) ? ', and the maximum number of runs is reached' : ''
  const { base, head } = request
  const isApart = Math.max(...base) < Math.min(...head) || Math.max(...head) < Math.min(...base)
  if (isOverlapping && isApart && resolution === null)
    return `${question} because so few runs can be apart by chance${end}`
  const overlap = isOverlapping && !isApart ? ' because the runs of the sides overlap' : ''
  const reach =
    resolution === null
      ? `too few runs to detect ${formatLoss(0, context)}`
      : `these runs can detect ${formatLoss(resolution, context)}`
  return `${question}${overlap}; ${reach}${end}`
}

/** Formats a loss: "a slowdown of 3.0 %", or "any slowdown" for zero. */
function formatLoss(effect: number, { scale, terms }: ReasonContext): string {
  return effect > 0
    ? `${terms.loss} of ${formatEffectSize(effect, scale.hundredth)}`
    : terms.loss.replace(/^an? /, 'any ')
}

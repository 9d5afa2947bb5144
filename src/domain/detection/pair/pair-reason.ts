import { isCapped } from './measure-pair.ts'
import type { PairAnswer, PairRequest } from './pair.ts'
import type { PairScale } from './pair-scale.ts'
import type { PairTerms } from './pair-terms.ts'

type PairFigures = Omit<PairAnswer, 'reason'>

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

/** One sentence with the number of runs, the reason for the verdict and the sensitivity of the runs. */
export function explainPair(answer: PairFigures, request: PairRequest, context: ReasonContext): string {
  return `${formatRuns(request)}: ${formatConclusion(answer, request, context)}`
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

/** Formats an effect with at most three significant digits: "1.0 %", or "5.0 points". `hundredth` is the unit of a hundredth. */
export function formatEffectSize(effect: number, hundredth: string): string {
  const hundredths = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, effect * 100))
  const size = Math.abs(hundredths)
  if (size >= unreadable) return `${hundredths.toPrecision(3)} ${hundredth}`
  if (size >= 100) return `${Number(hundredths.toPrecision(3))} ${hundredth}`
  return `${size < 1 ? hundredths.toFixed(2) : hundredths.toFixed(1)} ${hundredth}`
}

function formatConclusion(
  { verdict, resolution, excluded }: PairFigures,
  request: PairRequest,
  context: ReasonContext,
): string {
  const { minEffect, scale, terms } = context
  if (verdict === 'inconclusive') return describeOpen(resolution, request, context)
  if (verdict === 'unchanged') return describeCleared(resolution, excluded, context)
  const direction = verdict === 'regression' ? terms.worse : terms.better
  const line =
    minEffect > 0 ? `, by more than half of the minimum effect of ${formatEffectSize(minEffect, scale.hundredth)}` : ''
  return `significantly ${direction}${line}`
}

/** Uses the one-sided bound of the rule; the two-sided interval may extend beyond it. */
function describeCleared(resolution: number | null, excluded: number | null, context: ReasonContext): string {
  const { clearEffect, scale, isWidened } = context
  const bound = formatBound(excluded ?? clearEffect, context)
  if (isWidened) return `${bound}; these runs cannot rule out ${formatLoss(clearEffect, context)}`
  const isFiner = resolution !== null && resolution < clearEffect
  const reach = isFiner ? `; one of ${formatEffectSize(resolution, scale.hundredth)} would have been detected` : ''
  return `${bound}, so ${formatLoss(clearEffect, context)} is ruled out${reach}`
}

/** Formats a bound: "at most 2.4 % slower (one-sided bound)". */
function formatBound(excluded: number, { scale, terms }: ReasonContext): string {
  const most =
    excluded > 0 ? `at most ${formatEffectSize(excluded, scale.hundredth)} ${terms.worse}` : `not ${terms.worse}`
  return `${most} (one-sided bound)`
}

const unconfirmedText =
  'more runs must confirm this change: the noise of this machine is unknown, and processes of one program may run at two speeds'

function describeOpen(resolution: number | null, request: PairRequest, context: ReasonContext): string {
  const { minEffect, scale, terms, isOverlapping, isUnconfirmed } = context
  if (isUnconfirmed) return unconfirmedText
  const limit = minEffect > 0 ? ` by ${formatEffectSize(minEffect, scale.hundredth)}` : ''
  const overlap = isOverlapping ? ' because the runs of the sides overlap' : ''
  const reach =
    resolution === null
      ? `too few runs to detect ${formatLoss(0, context)}`
      : `these runs can detect ${formatLoss(resolution, context)}`
  const end = request.maxRuns !== undefined && isCapped(request) ? ', and the maximum number of runs is reached' : ''
  return `undecided whether it is ${terms.worse}${limit}${overlap}; ${reach}${end}`
}

/** Formats a loss: "a slowdown of 3.0 %", or "any slowdown" for zero. */
function formatLoss(effect: number, { scale, terms }: ReasonContext): string {
  return effect > 0
    ? `${terms.loss} of ${formatEffectSize(effect, scale.hundredth)}`
    : terms.loss.replace(/^an? /, 'any ')
}

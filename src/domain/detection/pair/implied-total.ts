import { sumValues, type Interval } from '../../core/statistics.ts'
import type { PairVerdict } from './pair.ts'
import { formatEffectSize, formatSignedEffect } from './judge-on-scale.ts'

/** A judged stage. */
export type JudgedStage = {
  readonly stage: string
  readonly verdict: PairVerdict
  /** head / base − 1 of its time. */
  readonly effect: number | null
  readonly interval: Interval | null
  /** Time in the base, in the unit of the total. */
  readonly baseTime: number
}

/** The judged total time. */
export type JudgedTotal = { readonly baseTime: number; readonly interval: Interval | null }

/** Effect on the total that follows from changed stages. */
export type ImpliedTotal = {
  /** Relative effect on the total if everything else is unchanged. */
  readonly effect: number
  readonly interval: Interval
  /** Changed stages, sorted by their effect on the total, largest first. */
  readonly parts: readonly { readonly stage: string; readonly effect: number; readonly onTotal: number }[]
  /** Share of the total's base time in inconclusive stages. */
  readonly undecidedShare: number
  /** Whether the interval of the total overlaps the implied one; null when it has none. */
  readonly agrees: boolean | null
  /** One sentence. */
  readonly sentence: string
}

/**
 * Stages whose times add up to more than this share of the total overlap in time, so the loss of one need not slow down
 * the total.
 */
const mostCovered = 1.02

/**
 * Computes the effect of changed stages on the total, which is often too noisy to show it. Each effect is weighted by
 * the stage's share of time. The interval limits are weighted and added the same way, which is conservative for any
 * dependence between stages. Null when no stage changed, or when stages overlap.
 */
export function computeImpliedTotal(stages: readonly JudgedStage[], total: JudgedTotal): ImpliedTotal | null {
  const computeShare = ({ baseTime }: JudgedStage): number => baseTime / total.baseTime
  const covered = stages.reduce((sum, stage) => sum + computeShare(stage), 0)
  const changed = stages.flatMap((stage) => toChange(stage, computeShare(stage)))
  if (changed.length === 0 || !(covered <= mostCovered)) return null
  const effect = sumValues(changed.map(({ onTotal }) => onTotal))
  const interval = [sumValues(changed.map(({ low }) => low)), sumValues(changed.map(({ high }) => high))] as const
  const parts = changed
    .map(({ stage, effect: own, onTotal }) => ({ stage, effect: own, onTotal }))
    .toSorted((a, b) => Math.abs(b.onTotal) - Math.abs(a.onTotal))
  const undecidedShare = sumValues(stages.filter(({ verdict }) => verdict === 'inconclusive').map(computeShare))
  const agrees = total.interval && interval[1] >= total.interval[0] && interval[0] <= total.interval[1]
  const implied = { effect, interval, parts, undecidedShare, agrees }
  return { ...implied, sentence: formatSentence(implied) }
}

type StageChange = { stage: string; effect: number; onTotal: number; low: number; high: number }

function toChange({ stage, verdict, effect, interval }: JudgedStage, share: number): StageChange[] {
  if ((verdict !== 'regression' && verdict !== 'improvement') || effect === null || interval === null) return []
  return [{ stage, effect, onTotal: effect * share, low: interval[0] * share, high: interval[1] * share }]
}

function formatSentence({ effect, interval, parts, undecidedShare, agrees }: Omit<ImpliedTotal, 'sentence'>): string {
  const named = parts.slice(0, 3).map((part) => `${part.stage} (${formatSignedEffect(part.effect, '%')})`)
  const more = parts.length > 3 ? ` and ${parts.length - 3} more` : ''
  const range = `${formatSignedEffect(interval[0], '%')} to ${formatSignedEffect(interval[1], '%')}`
  const verb = parts.length === 1 ? 'implies' : 'imply'
  const open =
    undecidedShare > 0 ? `, without the inconclusive stages (${formatEffectSize(undecidedShare, '%')} of its time)` : ''
  const check = agrees === false ? '; the total does not confirm it' : ''
  return `${named.join(', ')}${more} ${verb} ${formatSignedEffect(effect, '%')} of the total (${range})${open}${check}`
}

import { sumOf, type Interval } from '../../core/statistics.ts'
import type { PairVerdict } from './pair.ts'
import { effectText, signedEffect } from './pair-reason.ts'

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

/** The judged time of everything. */
export type JudgedTotal = { readonly baseTime: number; readonly interval: Interval | null }

export type ImpliedTotal = {
  /** Relative effect on the total if all else stays as it is. */
  readonly effect: number
  readonly interval: Interval
  /** Stages that changed, the largest part first. */
  readonly parts: readonly { readonly stage: string; readonly effect: number; readonly onTotal: number }[]
  /** Share of the total's base time in stages that are undecided. */
  readonly undecidedShare: number
  /** Whether the total's own interval allows the implied effect; null when it has none. */
  readonly agrees: boolean | null
  /** One sentence. */
  readonly sentence: string
}

/** Stages whose times add up to more than this ran at the same time, so that one's loss need not be the total's. */
const mostCovered = 1.02

/**
 * What changed stages mean for the total, which is often too noisy to show it itself: effects weighted by the share of
 * time. The ends of the intervals are weighted likewise and added, which is wide enough however the stages depend on
 * each other. Null when no stage changed, or when stages overlap.
 */
export function impliedTotal(stages: readonly JudgedStage[], total: JudgedTotal): ImpliedTotal | null {
  const shareOf = ({ baseTime }: JudgedStage): number => baseTime / total.baseTime
  const covered = stages.reduce((sum, stage) => sum + shareOf(stage), 0)
  const changed = stages.flatMap((stage) => changeOf(stage, shareOf(stage)))
  if (changed.length === 0 || !(covered <= mostCovered)) return null
  const effect = sumOf(changed.map(({ onTotal }) => onTotal))
  const interval = [sumOf(changed.map(({ low }) => low)), sumOf(changed.map(({ high }) => high))] as const
  const parts = changed
    .map(({ stage, effect: own, onTotal }) => ({ stage, effect: own, onTotal }))
    .toSorted((a, b) => Math.abs(b.onTotal) - Math.abs(a.onTotal))
  const undecidedShare = sumOf(stages.filter(({ verdict }) => verdict === 'inconclusive').map(shareOf))
  const agrees = total.interval && interval[1] >= total.interval[0] && interval[0] <= total.interval[1]
  const implied = { effect, interval, parts, undecidedShare, agrees }
  return { ...implied, sentence: sentenceOf(implied) }
}

type Change = { stage: string; effect: number; onTotal: number; low: number; high: number }

function changeOf({ stage, verdict, effect, interval }: JudgedStage, share: number): Change[] {
  if ((verdict !== 'regression' && verdict !== 'improvement') || effect === null || interval === null) return []
  return [{ stage, effect, onTotal: effect * share, low: interval[0] * share, high: interval[1] * share }]
}

function sentenceOf({ effect, interval, parts, undecidedShare, agrees }: Omit<ImpliedTotal, 'sentence'>): string {
  const named = parts.slice(0, 3).map((part) => `${part.stage} (${signedEffect(part.effect, '%')})`)
  const more = parts.length > 3 ? ` and ${parts.length - 3} more` : ''
  const range = `${signedEffect(interval[0], '%')} to ${signedEffect(interval[1], '%')}`
  const verb = parts.length === 1 ? 'implies' : 'imply'
  const open =
    undecidedShare > 0 ? `, apart from undecided stages with ${effectText(undecidedShare, '%')} of its time` : ''
  const check = agrees === false ? '; the total itself does not show that' : ''
  return `${named.join(', ')}${more} ${verb} ${signedEffect(effect, '%')} of the total (${range})${open}${check}`
}

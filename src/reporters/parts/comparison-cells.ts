import type { Comparison } from '../../domain/verdict/comparison.ts'
import { say, type Content } from '../content.ts'
import { formatEffect, formatFactor, formatTransition, formatValue } from '../markdown/numbers.ts'

/** Formats an effect with its interval: `+12.0 % (+8.9 to +15.2)`; from 100 % on with the factor. */
export function formatChange({ effect, interval, unit }: Comparison): Content {
  const factor = formatFactor(effect, unit)
  const end = factor === null ? '' : `, ${factor}`
  if (interval === null) return toOwnText(`${formatEffect(effect, unit)}${end}`)
  const [low, high] = interval.map((edge) => formatEffect(edge, unit).replace(/ (?:%|points)$/, ''))
  return toOwnText(`${formatEffect(effect, unit)} (${low} to ${high})${end}`)
}

/** Formats the effect of a part on the run; `–` for null. */
export function formatCost(cost: number | null): Content {
  return toOwnText(cost === null ? '–' : formatEffect(cost))
}

/** Formats the medians of both sides: `33.8 → 37.8 min`. */
export function formatBeforeAfter({ base, head, unit }: Comparison): Content {
  if (!base || !head)
    return say`${formatValue(base?.median ?? null, unit)} → ${formatValue(head?.median ?? null, unit)}`
  return say`${formatTransition(base.median, head.median, unit)}`
}

/** Whether a comparison shows a regression or an improvement. */
export function isChange({ verdict }: Comparison): boolean {
  return verdict === 'regression' || verdict === 'improvement'
}

const rank = { regression: 0, inconclusive: 1, 'not comparable': 2, missing: 3, improvement: 4, unchanged: 5 }

/** Sorts by verdict with regressions first, then gates first, then by size of the effect. */
export function compareByWeight(a: Comparison, b: Comparison): number {
  return (
    rank[a.verdict] - rank[b.verdict] ||
    Number(b.isGate) - Number(a.isGate) ||
    Math.abs(b.effect ?? 0) - Math.abs(a.effect ?? 0)
  )
}

/** Marks text that consists of trusted words and digits. */
export function toOwnText(text: string): Content {
  return [{ style: 'ours', text }]
}

import type { Comparison } from './comparison.ts'
import { inferMetricKind } from '../core/metric.ts'

type Change = Pick<Comparison, 'metric' | 'unit' | 'verdict' | 'effect' | 'interval' | 'base' | 'head'>

/** Formats an effect with its 95 % interval: `+4.1 % (-1.3 to +9.7 %)`. */
export function formatSignedEffect({ effect, interval, unit }: Pick<Change, 'effect' | 'interval' | 'unit'>): string {
  const label = getPercentLabel(unit)
  const range = interval ? ` (${interval.map(formatSigned).join(' to ')} ${label})` : ''
  return `${formatSigned(effect ?? 0)} ${label}${range}`
}

/**
 * Formats a regression or improvement with the number first: `12.0 % slower (8.9 to 15.2 %)`, from a factor of two on
 * `3.8× slower (3.6 to 4.0×)`; for metrics other than times and rates `20.0 % higher, which is worse`.
 */
export function describeChange(change: Change): string {
  const kind = inferMetricKind(change)
  const { effect, base, head, unit } = change
  const isWorse = change.verdict === 'regression'
  // A change from zero has no ratio.
  if (effect === null) {
    const levels = [base, head].map((side) => (side ? String(Number(side.median.toPrecision(4))) : 'unknown'))
    return `${levels.join(' → ')} ${unit}, which is ${isWorse ? 'worse' : 'better'}`
  }
  if (kind !== 'duration' && kind !== 'rate') {
    const direction = `${effect > 0 ? 'higher' : 'lower'}, which is ${isWorse ? 'worse' : 'better'}`
    return formatSize(effect, change, direction)
  }
  const direction = isWorse ? 'slower' : 'faster'
  return formatFactor(effect, change, direction) ?? formatSize(effect, change, direction)
}

function formatSize(effect: number, { interval, unit }: Change, direction: string): string {
  const label = getPercentLabel(unit)
  const edges = (interval ?? []).map((edge) => edge * (Math.sign(effect) || 1)).toSorted((a, b) => a - b)
  const range = edges.length > 0 ? ` (${edges.map(formatPercent).join(' to ')} ${label})` : ''
  return `${formatPercent(Math.abs(effect))} ${label} ${direction}${range}`
}

/** Null for a ratio between one half and two. */
function formatFactor(effect: number, { interval }: Change, direction: string): string | null {
  const ratio = 1 + effect
  if (!(ratio >= 2 || (ratio > 0 && ratio <= 0.5))) return null
  const factors = [effect, ...(interval ?? [])].map((value) => (ratio >= 2 ? 1 + value : 1 / (1 + value)))
  const [factor = ratio, ...edges] = factors
  const isKnown = edges.length > 0 && edges.every((edge) => Number.isFinite(edge) && edge > 0)
  const range = isKnown
    ? ` (${edges
        .toSorted((a, b) => a - b)
        .map(formatRatio)
        .join(' to ')}×)`
    : ''
  return `${formatRatio(factor)}× ${direction}${range}`
}

/** Changes of a share are in percentage points. */
function getPercentLabel(unit: string): string {
  return inferMetricKind({ unit }) === 'share' ? 'points' : '%'
}

function formatRatio(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(1) : ratio.toFixed(0)
}

function formatSigned(share: number): string {
  const text = formatPercent(share)
  return `${Number(text) > 0 ? '+' : ''}${text}`
}

/** One decimal below 100 %, none above, two below 0.1 %. */
function formatPercent(share: number): string {
  const percent = share * 100
  const size = Math.abs(percent)
  const text = size >= 100 ? percent.toFixed(0) : percent.toFixed(size >= 0.1 || size === 0 ? 1 : 2)
  return Number(text) === 0 ? text.replace('-', '') : text
}

import type { Comparison } from './comparison.ts'
import { formatMetricLabel } from '../core/metric-label.ts'

/** `wall time +12.0 % (+8.9 to +15.2 %)`: a metric with its effect and the 95 % interval. */
export function describeEffect({
  metric,
  effect,
  interval,
}: Pick<Comparison, 'metric' | 'effect' | 'interval'>): string {
  return `${formatMetricLabel(metric)} ${formatSignedPercent(effect ?? 0)} %${formatRange(interval)}`
}

/** ` (+8.3 to +9.3 %)`, with a space in front; empty without an interval. */
export function formatRange(interval: Comparison['interval']): string {
  return interval ? ` (${formatSignedPercent(interval[0])} to ${formatSignedPercent(interval[1])} %)` : ''
}

/** One decimal; none from 100 % on. */
function formatSignedPercent(share: number): string {
  const percent = share * 100
  const text = Math.abs(percent) >= 100 ? percent.toFixed(0) : percent.toFixed(1)
  return `${Number(text) > 0 ? '+' : ''}${text}`
}

import type { Comparison } from './comparison.ts'
import { formatMetricLabel } from '../core/metric-label.ts'

/** Formats a metric with its effect and 95 % interval: `wall time +12.0 % (+8.9 to +15.2 %)`. */
export function describeEffect({
  metric,
  effect,
  interval,
}: Pick<Comparison, 'metric' | 'effect' | 'interval'>): string {
  return `${formatMetricLabel(metric)} ${formatSignedPercent(effect ?? 0)} %${formatRange(interval)}`
}

/** Formats ` (+8.3 to +9.3 %)` with a leading space; empty without an interval. */
export function formatRange(interval: Comparison['interval']): string {
  return interval ? ` (${formatSignedPercent(interval[0])} to ${formatSignedPercent(interval[1])} %)` : ''
}

/** One decimal below 100 %, none above. */
function formatSignedPercent(share: number): string {
  const percent = share * 100
  const text = Math.abs(percent) >= 100 ? percent.toFixed(0) : percent.toFixed(1)
  return `${Number(text) > 0 ? '+' : ''}${text}`
}

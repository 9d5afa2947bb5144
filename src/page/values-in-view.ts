import type { PageText } from '../domain/page/page.ts'
import type { BucketedTelemetry, QuantityBuckets } from '../domain/page/telemetry-buckets.ts'
import { telemetryQuantities } from '../domain/page/telemetry-quantities.ts'
import { createTableNode } from './tables.ts'
import { listReasons } from './telemetry.ts'
import { formatWithUnit } from './text.ts'
import type { Range } from './time-view.ts'

/** Creates a table with mean and range of each quantity and GPU in view. `view`: since the start of the run. */
export function createValuesTable(telemetry: BucketedTelemetry, view: Range, runStartMs: number): HTMLElement {
  const { tracks, startMs, bucketMs } = telemetry
  const span = `${formatWithUnit(view.fromMs / 1000, 's')} to ${formatWithUnit(view.toMs / 1000, 's')}`
  const isInView = (bucket: number): boolean => {
    const fromMs = startMs - runStartMs + bucket * bucketMs
    return fromMs + bucketMs > view.fromMs && fromMs < view.toMs
  }
  const rows = tracks.map(({ gpu, at, flags, values }) => {
    const shown = at.flatMap((bucket, row) => (isInView(bucket) ? [row] : []))
    const reasons = listReasons(shown.reduce((all, row) => all | (flags[row] ?? 0), 0))
    const lowered = reasons.filter((reason) => reason !== 'gpu-idle').join(', ')
    const isKnown = shown.some((row) => flags[row] !== 0)
    return [
      String(gpu),
      ...telemetryQuantities.map(({ unit }, quantity) => formatRange(values[quantity], shown, unit)),
      isKnown ? lowered || 'never' : 'unknown',
    ].map(toPageText)
  })
  const titles = ['GPU', ...telemetryQuantities.map(({ label }) => label), 'Lowered clocks']
  const columns = titles.map((title, index) => ({
    title: toPageText(title),
    isNumeric: index > 0 && index < titles.length - 1,
  }))
  return createTableNode({ columns, rows }, `GPUs from ${span}`, toPageText(`Mean (lowest to highest), ${span}`))
}

function formatRange(buckets: QuantityBuckets | undefined, rows: readonly number[], unit: string): string {
  const select = (from: QuantityBuckets['low'] = []): number[] =>
    rows.flatMap((row) => (typeof from[row] === 'number' ? [from[row]] : []))
  const [lows, means, highs] = [select(buckets?.low), select(buckets?.mean), select(buckets?.high)]
  if (means.length === 0) return '–'
  const mean = means.reduce((sum, value) => sum + value, 0) / means.length
  const low = lows.reduce((one, other) => Math.min(one, other))
  const high = highs.reduce((one, other) => Math.max(one, other))
  return `${formatWithUnit(mean, unit)} (${formatWithUnit(low, '')} to ${formatWithUnit(high, '')})`
}

function toPageText(text: string): PageText {
  return [{ style: 'ours', text }]
}

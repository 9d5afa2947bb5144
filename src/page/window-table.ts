import type { PageText } from '../domain/page/page.ts'
import { telemetryQuantities } from '../domain/page/telemetry-quantities.ts'
import type { TelemetryWindow } from '../domain/page/telemetry-window.ts'
import { createTableNode } from './tables.ts'
import { formatWithUnit } from './text.ts'
import { listReasons } from './telemetry-worker.ts'

/** Creates a table with the range of each quantity and GPU in a window. */
export function createWindowTable({ tracks, fromMs, toMs }: TelemetryWindow, gpus: readonly number[]): HTMLElement {
  const span = `${formatWithUnit(fromMs / 1000, 's')} to ${formatWithUnit(toMs / 1000, 's')}`
  const shown = telemetryQuantities.flatMap((one, quantity) =>
    tracks[0]?.extremes[quantity]?.length ? [{ ...one, quantity }] : [],
  )
  const titles = ['GPU', ...shown.map(({ label }) => label), 'Lowered clocks']
  const rows = tracks.map(({ extremes, flags }, index) => {
    const seen = flags.reduce((all, one) => all | one, 0)
    const reasons = listReasons(seen).filter((reason) => reason !== 'gpu-idle')
    const clocks = seen === 0 ? 'unknown' : reasons.join(', ') || 'never'
    return [
      String(gpus[index] ?? index),
      ...shown.map(({ unit, quantity }) => formatRange(extremes[quantity] ?? new Float32Array(), unit)),
      clocks,
    ].map(toPageText)
  })
  const columns = titles.map((title, index) => ({
    title: toPageText(title),
    isNumeric: index > 0 && index < titles.length - 1,
  }))
  return createTableNode({ columns, rows }, `GPUs from ${span}`, toPageText(`Lowest to highest, ${span}`))
}

function formatRange(extremes: Float32Array, unit: string): string {
  const values = extremes.filter((value) => Number.isFinite(value))
  if (values.length === 0) return '–'
  const [low, high] = [
    values.reduce((one, other) => Math.min(one, other)),
    values.reduce((one, other) => Math.max(one, other)),
  ]
  return `${formatWithUnit(low, '')} to ${formatWithUnit(high, unit)}`
}

function toPageText(text: string): PageText {
  return [{ style: 'ours', text }]
}

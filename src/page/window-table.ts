import type { PageText } from '../domain/page/page.ts'
import { telemetryQuantities } from '../domain/page/telemetry-quantities.ts'
import type { TelemetryWindow } from '../domain/page/telemetry-window.ts'
import { tableNode } from './tables.ts'
import { withUnit } from './text.ts'
import { reasonsOf } from './telemetry-worker.ts'

/** Lowest and highest of each quantity of each GPU in a window. */
export function tableOfWindow({ tracks, fromMs, toMs }: TelemetryWindow, gpus: readonly number[]): HTMLElement {
  const span = `${withUnit(fromMs / 1000, 's')} to ${withUnit(toMs / 1000, 's')}`
  const shown = telemetryQuantities.flatMap((one, quantity) =>
    tracks[0]?.extremes[quantity]?.length ? [{ ...one, quantity }] : [],
  )
  const titles = ['GPU', ...shown.map(({ label }) => label), 'Lowered clocks']
  const rows = tracks.map(({ extremes, flags }, index) => {
    const seen = flags.reduce((all, one) => all | one, 0)
    const reasons = reasonsOf(seen).filter((reason) => reason !== 'gpu-idle')
    const clocks = seen === 0 ? 'unknown' : reasons.join(', ') || 'never'
    return [
      String(gpus[index] ?? index),
      ...shown.map(({ unit, quantity }) => rangeText(extremes[quantity] ?? new Float32Array(), unit)),
      clocks,
    ].map(ours)
  })
  const columns = titles.map((title, index) => ({
    title: ours(title),
    isNumeric: index > 0 && index < titles.length - 1,
  }))
  return tableNode({ columns, rows }, `GPUs from ${span}`, ours(`Lowest to highest, ${span}`))
}

function rangeText(extremes: Float32Array, unit: string): string {
  const values = extremes.filter((value) => Number.isFinite(value))
  if (values.length === 0) return '–'
  const [low, high] = [
    values.reduce((one, other) => Math.min(one, other)),
    values.reduce((one, other) => Math.max(one, other)),
  ]
  return `${withUnit(low, '')} to ${withUnit(high, unit)}`
}

function ours(text: string): PageText {
  return [{ style: 'ours', text }]
}

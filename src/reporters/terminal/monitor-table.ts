import type { GpuIdentity } from '../../domain/telemetry/gpu.ts'
import type { GpuUse, HostUse, TelemetrySummary } from '../../record/telemetry.ts'
import { formatPercent, formatValue } from '../../domain/core/numbers.ts'
import { toPlainText, sentenceLength } from './plain.ts'
import { fitWidths, measureColumns, formatRowLines } from './layout.ts'

/** Width in cells, elapsed time in seconds, and the monitored GPUs. */
export type MonitorTableOptions = {
  readonly columns: number
  readonly wallSeconds: number
  readonly gpus: readonly GpuIdentity[]
  /** Why no better monitor was chosen; null: this is the best. */
  readonly reason: string | null
}

const none = '–'

/**
 * Utilization only states that a kernel ran; SM activity states how much of the GPU it used. They differ widely, so
 * both are shown.
 */
const columns: readonly { readonly title: string; readonly cell: (use: GpuUse) => string }[] = [
  { title: 'GPU', cell: (use) => String(use.gpu) },
  { title: 'util mean', cell: (use) => formatShare(use.utilizationPercent && use.utilizationPercent.mean / 100) },
  { title: 'max', cell: (use) => formatShare(use.utilizationPercent && use.utilizationPercent.max / 100) },
  { title: 'SM active', cell: (use) => formatShare(use.smUtilization?.mean) },
  { title: 'tensor', cell: (use) => formatShare(use.tensorActivity?.mean) },
  { title: 'DRAM', cell: (use) => formatShare(use.dramBandwidthUtilization?.mean) },
  { title: 'memory peak', cell: (use) => formatValue(use.memoryUsedBytes?.max ?? null, 'B') },
  { title: 'own peak', cell: (use) => formatValue(use.ownMemoryPeakBytes, 'B') },
  { title: 'power mean', cell: (use) => formatRounded(use.powerWatts?.mean, 'W') },
  { title: 'energy', cell: formatEnergy },
  { title: 'SM clock', cell: (use) => formatRounded(use.smClockMhz?.mean, 'MHz') },
  { title: 'max temp', cell: (use) => formatRounded(use.temperatureCelsius?.max, '°C') },
]

/** Renders what a command used. Unavailable figures are `–`, never 0; columns without values are omitted. */
export function renderMonitorTable(summary: TelemetrySummary, options: MonitorTableOptions): string {
  const shown = columns.filter(({ title, cell }) => title === 'GPU' || summary.gpus.some((use) => cell(use) !== none))
  const table = [shown.map(({ title }) => title), ...summary.gpus.map((use) => shown.map(({ cell }) => cell(use)))]
  const widths = fitWidths(measureColumns(table), options.columns)
  const isNumeric = widths.map(() => true)
  const rows = table.flatMap((row) => formatRowLines(row, widths, isNumeric, (text) => text))
  const lines = summary.gpus.length > 0 ? rows : ['GPU figures: unavailable']
  const notes = [
    ...formatThrottling(summary.gpus),
    ...summary.foreignProcesses.map(
      ({ gpu, pid, name }) => `GPU ${gpu} was also used by process ${pid} (${name ?? 'another container'})`,
    ),
    ...summary.events.map(({ gpu, kind, detail }) => `GPU ${gpu}: ${kind} ${detail}`),
    // Without a monitor, the problems already include the reason.
    ...(options.reason === null || summary.monitor === 'none' ? [] : [`no better monitor: ${options.reason}`]),
    ...summary.problems,
  ]
  return [
    formatHeading(summary, options),
    ...lines,
    formatHost(summary.host, options.wallSeconds),
    ...notes.map((note) => `note: ${toPlainText(note, sentenceLength)}`),
  ].join('\n')
}

function formatHeading(
  { monitor, samples, intervalMs, lostSamples }: TelemetrySummary,
  { gpus }: MonitorTableOptions,
): string {
  const models = [...new Set(gpus.map(({ model }) => model))]
  const what = gpus.length > 0 ? `${gpus.length} × ${models.map((model) => toPlainText(model)).join(', ')}` : 'no GPU'
  const lost = lostSamples > 0 ? `, ${lostSamples} lost` : ''
  return `${what}, ${monitor === 'none' ? 'no GPU monitor' : monitor}: ${samples} samples at ${intervalMs} ms${lost}`
}

function formatHost(host: HostUse | null, wallSeconds: number): string {
  const cores = host?.cpuCores ? `${host.cpuCores.mean.toFixed(2)} cores` : none
  const parts = [
    `${formatValue(wallSeconds, 's')} elapsed`,
    `CPU ${formatAmount(host?.cpuSeconds, 's')} (${cores})`,
    `memory peak ${formatAmount(host?.residentBytes?.max, 'B')}`,
    `read ${formatAmount(host?.readBytes, 'B')}, written ${formatAmount(host?.writtenBytes, 'B')}`,
    `I/O wait ${formatShare(host?.ioWaitShare)}`,
  ]
  return `host: ${parts.join('; ')}`
}

function formatThrottling(gpus: readonly GpuUse[]): string[] {
  return gpus.flatMap(({ gpu, clocksEventShares }) => {
    const reasons = Object.entries(clocksEventShares ?? {}).filter(
      ([reason, part]) => reason !== 'gpu-idle' && part > 0,
    )
    const parts = reasons.map(([reason, part]) => `${reason} ${formatShare(part)} of the time`)
    return parts.length > 0 ? [`GPU ${gpu} lowered its clocks: ${parts.join(', ')}`] : []
  })
}

function formatEnergy({ energyJoules, energySource }: GpuUse): string {
  return energyJoules === null ? none : `${energySource === 'integrated' ? '≈' : ''}${formatValue(energyJoules, 'J')}`
}

function formatAmount(value: number | null | undefined, unit: string): string {
  return formatValue(value ?? null, unit)
}

function formatShare(value: number | null | undefined): string {
  return value === null || value === undefined ? none : formatPercent(value)
}

function formatRounded(value: number | undefined, unit: string): string {
  return value === undefined ? none : `${Math.round(value)} ${unit}`
}

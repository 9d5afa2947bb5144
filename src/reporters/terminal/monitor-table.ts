import type { GpuIdentity } from '../../domain/telemetry/gpu.ts'
import type { GpuUse, HostUse, TelemetrySummary } from '../../domain/telemetry/telemetry.ts'
import { formatValue } from '../markdown/numbers.ts'
import { plainText, sentenceLength } from '../visible-text.ts'
import { fittingWidths, naturalWidths, tableRowLines } from './layout.ts'

export type MonitorTableOptions = {
  readonly columns: number
  readonly wallSeconds: number
  readonly gpus: readonly GpuIdentity[]
  /** Why no better monitor was chosen; null when this is the best. */
  readonly reason: string | null
}

type Column = { readonly title: string; readonly cell: (use: GpuUse) => string }

const none = '–'

/** Utilisation says that a kernel ran, SM active how much of the chip it kept busy: both, since they differ widely. */
const columns: readonly Column[] = [
  { title: 'GPU', cell: (use) => String(use.gpu) },
  { title: 'util mean', cell: (use) => percent(use.utilizationPercent?.mean) },
  { title: 'max', cell: (use) => percent(use.utilizationPercent?.max) },
  { title: 'SM active', cell: (use) => share(use.smUtilization?.mean) },
  { title: 'tensor', cell: (use) => share(use.tensorActivity?.mean) },
  { title: 'DRAM', cell: (use) => share(use.dramBandwidthUtilization?.mean) },
  { title: 'memory peak', cell: (use) => formatValue(use.memoryUsedBytes?.max ?? null, 'B') },
  { title: 'own peak', cell: (use) => formatValue(use.ownMemoryPeakBytes, 'B') },
  { title: 'power mean', cell: (use) => rounded(use.powerWatts?.mean, 'W') },
  { title: 'energy', cell: (use) => energy(use) },
  { title: 'SM clock', cell: (use) => rounded(use.smClockMhz?.mean, 'MHz') },
  { title: 'max temp', cell: (use) => rounded(use.temperatureCelsius?.max, '°C') },
]

/** What a command used, for a terminal. A figure that is not offered is `–`, never 0; columns without any are left out. */
export function renderMonitorTable(summary: TelemetrySummary, options: MonitorTableOptions): string {
  const shown = columns.filter(({ title, cell }) => title === 'GPU' || summary.gpus.some((use) => cell(use) !== none))
  const table = [shown.map(({ title }) => title), ...summary.gpus.map((use) => shown.map(({ cell }) => cell(use)))]
  const widths = fittingWidths(naturalWidths(table), options.columns)
  const rows = table.flatMap((row) =>
    tableRowLines(
      row,
      widths,
      row.map(() => true),
      (text) => text,
    ),
  )
  const lines = summary.gpus.length > 0 ? rows : [`GPU figures: unavailable`]
  const notes = [
    ...throttling(summary.gpus),
    ...summary.foreignProcesses.map(
      ({ gpu, pid, name }) => `GPU ${gpu} was also used by process ${pid} (${name ?? 'another container'})`,
    ),
    ...summary.events.map(({ gpu, kind, detail }) => `GPU ${gpu}: ${kind} ${detail}`),
    // Without a monitor its reason is among the problems already.
    ...(options.reason === null || summary.monitor === 'none' ? [] : [`no better monitor: ${options.reason}`]),
    ...summary.problems,
  ]
  return [
    heading(summary, options),
    ...lines,
    hostLine(summary.host, options.wallSeconds),
    ...notes.map(noteLine),
  ].join('\n')
}

function heading(
  { monitor, samples, intervalMs, lostSamples }: TelemetrySummary,
  { gpus }: MonitorTableOptions,
): string {
  const models = [...new Set(gpus.map(({ model }) => model))]
  const what = gpus.length > 0 ? `${gpus.length} × ${models.map((model) => plainText(model)).join(', ')}` : 'no GPU'
  const lost = lostSamples > 0 ? `, ${lostSamples} lost` : ''
  return `${what}, ${monitor === 'none' ? 'no GPU monitor' : monitor}: ${samples} samples at ${intervalMs} ms${lost}`
}

function hostLine(host: HostUse | null, wallSeconds: number): string {
  const cores = host?.cpuCores ? `${host.cpuCores.mean.toFixed(2)} cores` : none
  const parts = [
    `${formatValue(wallSeconds, 's')} elapsed`,
    `CPU ${amount(host?.cpuSeconds, 's')} (${cores})`,
    `memory peak ${amount(host?.residentBytes?.max, 'B')}`,
    `read ${amount(host?.readBytes, 'B')}, written ${amount(host?.writtenBytes, 'B')}`,
    `I/O wait ${share(host?.ioWaitShare)}`,
  ]
  return `host: ${parts.join('; ')}`
}

function throttling(gpus: readonly GpuUse[]): string[] {
  return gpus.flatMap(({ gpu, clocksEventShares }) => {
    const reasons = Object.entries(clocksEventShares ?? {}).filter(
      ([reason, part]) => reason !== 'gpu-idle' && part > 0,
    )
    const parts = reasons.map(([reason, part]) => `${reason} ${share(part)} of the time`)
    return parts.length > 0 ? [`GPU ${gpu} ran below its clocks: ${parts.join(', ')}`] : []
  })
}

function noteLine(note: string): string {
  return `note: ${plainText(note, sentenceLength)}`
}

function energy({ energyJoules, energySource }: GpuUse): string {
  return energyJoules === null ? none : `${energySource === 'integrated' ? '≈' : ''}${formatValue(energyJoules, 'J')}`
}

function percent(value: number | undefined): string {
  return value === undefined ? none : `${value.toFixed(1)} %`
}

function amount(value: number | null | undefined, unit: string): string {
  return formatValue(value ?? null, unit)
}

function share(value: number | null | undefined): string {
  return value === null || value === undefined ? none : `${(value * 100).toFixed(1)} %`
}

function rounded(value: number | undefined, unit: string): string {
  return value === undefined ? none : `${Math.round(value)} ${unit}`
}

import { clocksEventReasons, type ClocksEventReason, type GpuReading } from '../../domain/telemetry/gpu.ts'
import type { LoggedReading } from '../../domain/trial/tool-reading.ts'
import { unavailableReading } from '../../domain/telemetry/unavailable-reading.ts'
import { boundedLines } from '../bounded-lines.ts'

export type GpuMetricsLog = {
  /** In the order of time, without repeated rows. */
  readonly readings: readonly LoggedReading[]
  /** What was odd, as sentences with the values. */
  readonly problems: readonly string[]
}

const originalColumns = [
  'timestamp',
  'device_id',
  'gpu_util',
  'mem_used_mb',
  'mem_percent',
  'temperature',
  'power_draw',
  'stage',
]
const numericColumns = originalColumns.slice(0, -1)

const bytesPerMebibyte = 1024 * 1024
/** No GPU draws this many watts, and none so few milliwatts: nvitop gives milliwatts where the log says watts (W24). */
const milliwattsFrom = 2000

type Header = {
  readonly columns: readonly string[]
  /** True for our own logs, in which every figure is in the unit that it says. */
  readonly isOurs: boolean
  /** Null until the file says which monitor wrote it. */
  readonly isFallback: boolean | null
}

/**
 * Reads a `gpu_metrics_*.log`, the pipeline's own or ours: `#` lines around comma-separated rows whose names stand in the
 * last `#` line before them. Utilisation of the fallback monitor is written as 0.0 and is null here (W16); memory is
 * MiB; power from 2000 on is milliwatts. Null when the text is no such log. Never throws.
 */
export function parseGpuMetricsLog(text: string): GpuMetricsLog | null {
  if (!/^# (?:GPU Monitoring Log\b|timestamp,device_id\b)/m.test(text)) return null
  const book: Book = { rows: new Map(), promised: new Map(), footerGpu: -1, broken: 0, milliwatts: 0 }
  let header: Header = { columns: originalColumns, isOurs: false, isFallback: null }
  for (const line of boundedLines(text)) {
    if (line.startsWith('#')) {
      header = headerAfter(header, line)
      readFooter(line, book)
    } else if (line.trim() !== '') {
      enter(readRow(line, header), book)
    }
  }
  return { readings: inTime([...book.rows.values()]), problems: problemsOf(book, header) }
}

/** One log of several, such as those of worker processes; rows that two of them share count once. */
export function mergeGpuMetricsLogs(logs: readonly GpuMetricsLog[]): GpuMetricsLog {
  const readings = new Map(logs.flatMap((log) => log.readings).map((reading) => [keyOf(reading), reading]))
  return { readings: inTime([...readings.values()]), problems: [...new Set(logs.flatMap((log) => log.problems))] }
}

function headerAfter(header: Header, line: string): Header {
  const monitor = /^# Nvitop: (\S+)/.exec(line)?.[1]
  if (monitor) return { ...header, isFallback: monitor === 'fallback' }
  if (/^# Monitor: \S/.test(line)) return { ...header, isOurs: true, isFallback: false }
  if (!/^# timestamp,device_id\b/.test(line)) return header
  const names = line.slice(2).split(',')
  return { ...header, columns: names.map((name) => name.trim()) }
}

/** What has been read so far. */
type Book = {
  readonly rows: Map<string, LoggedReading>
  /** How many samples the footer counts, by GPU. */
  readonly promised: Map<number, number>
  /** The GPU whose part of the footer is being read. */
  footerGpu: number
  broken: number
  milliwatts: number
}

function readFooter(line: string, book: Book): void {
  book.footerGpu = Number(/^# GPU (\d+):/.exec(line)?.[1] ?? book.footerGpu)
  const samples = /^#\s+Samples: (\d+)/.exec(line)?.[1]
  if (samples && book.footerGpu >= 0) book.promised.set(book.footerGpu, Number(samples))
}

function enter(row: Row | null, book: Book): void {
  if (row === null) {
    book.broken += 1
    return
  }
  if (row.isMilliwatts) book.milliwatts += 1
  book.rows.set(keyOf(row.reading), row.reading)
}

/** The text of a column of one row; empty when the log has no such column. */
type Cell = (name: string) => string

type Row = { readonly reading: LoggedReading; readonly isMilliwatts: boolean }

/** Null for a row that two writers tore apart or a crash cut off. */
function readRow(line: string, { columns, isOurs, isFallback }: Header): Row | null {
  const values = line.split(',').map((value) => value.trim())
  const text: Cell = (name) => values[columns.indexOf(name)] ?? ''
  const seconds = amountOf(text('timestamp'))
  const gpu = amountOf(text('device_id'))
  if (values.length !== columns.length || seconds === null || gpu === null || !Number.isInteger(gpu)) return null
  if (!numericColumns.every((name) => /^(?:-?\d+(?:\.\d+)?|N\/A|None|nan|)$/i.test(text(name)))) return null
  const power = amountOf(text('power_draw'))
  const isMilliwatts = !isOurs && power !== null && power >= milliwattsFrom
  const reading: LoggedReading = {
    ...unavailableReading(gpu, Math.round(seconds * 1000)),
    ...ownFigures(text),
    utilizationPercent: utilization(text, isFallback),
    memoryUsedBytes: amountOf(text('memory_used_bytes')) ?? mebibytes(amountOf(text('mem_used_mb'))),
    temperatureCelsius: amountOf(text('temperature')),
    powerWatts: isMilliwatts ? power / 1000 : power,
    stage: text('stage') === '' ? null : text('stage'),
  }
  return { reading, isMilliwatts }
}

/** A file that lost its header betrays the fallback by what only the real monitor can tell. */
function utilization(text: Cell, isFallback: boolean | null): number | null {
  const value = amountOf(text('gpu_util'))
  const isUnknown = isFallback ?? (value === 0 && text('temperature') === '' && text('power_draw') === '')
  return isUnknown || value === null || value > 100 ? null : value
}

/** The columns that only our own logs have. */
function ownFigures(text: Cell): Partial<GpuReading> {
  const amount = (name: string): number | null => amountOf(text(name))
  return {
    memoryTotalBytes: amount('memory_total_bytes'),
    smClockMhz: amount('sm_clock_mhz'),
    memoryClockMhz: amount('memory_clock_mhz'),
    clocksEventReasons: reasonsIn(text('clocks_event_reasons')),
    pcieReceiveBytesPerSecond: amount('pcie_receive_bytes_per_second'),
    pcieSendBytesPerSecond: amount('pcie_send_bytes_per_second'),
    nvlinkReceiveBytesPerSecond: amount('nvlink_receive_bytes_per_second'),
    nvlinkSendBytesPerSecond: amount('nvlink_send_bytes_per_second'),
    smUtilization: amount('sm_utilization_share'),
    smOccupancy: amount('sm_occupancy_share'),
    tensorActivity: amount('tensor_activity_share'),
    dramBandwidthUtilization: amount('dram_bandwidth_share'),
    eccErrors: amount('ecc_errors_count'),
    retiredPages: amount('retired_pages_count'),
  }
}

function problemsOf({ rows, promised, broken, milliwatts }: Book, { isFallback }: Header): string[] {
  const problems: string[] = []
  if (isFallback) problems.push('the log was written without nvitop, so its GPU utilisation is unavailable and not 0')
  if (broken > 0) problems.push(`${broken} rows of the log are not whole and were left out`)
  if (milliwatts > 0) problems.push(`power of ${milliwatts} rows was in milliwatts although the log says watts`)
  for (const [gpu, samples] of promised) {
    const found = [...rows.values()].filter((row) => row.gpu === gpu).length
    if (found < samples) {
      problems.push(`the footer counts ${samples} samples of GPU ${gpu}, but only ${found} rows are there`)
    }
  }
  return problems
}

function keyOf({ gpu, timeMs, stage }: LoggedReading): string {
  return `${gpu} ${timeMs} ${stage ?? ''}`
}

function inTime(readings: readonly LoggedReading[]): LoggedReading[] {
  return readings.toSorted((one, other) => one.timeMs - other.timeMs || one.gpu - other.gpu)
}

/** Nothing stands there when there are none and when they are not offered alike. */
function reasonsIn(value: string): ClocksEventReason[] | null {
  const found = clocksEventReasons.filter((reason) => value.split(' ').includes(reason))
  return found.length > 0 ? found : null
}

function amountOf(value: string): number | null {
  return /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : null
}

function mebibytes(amount: number | null): number | null {
  return amount === null ? null : amount * bytesPerMebibyte
}

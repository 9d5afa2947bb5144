import { clocksEventReasons, type ClocksEventReason, type GpuReading } from '../../domain/telemetry/gpu.ts'
import type { LoggedReading } from '../../domain/trial/tool-reading.ts'
import { createUnavailableReading } from '../../domain/telemetry/unavailable-reading.ts'
import { splitBoundedLines } from '../bounded-lines.ts'

/** GPU readings of a log, with the problems found. */
export type GpuMetricsLog = {
  /** In the order of time, without duplicates. */
  readonly readings: readonly LoggedReading[]
  /** Problems, as sentences with the values. */
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
/**
 * Power from this value on is in milliwatts: no GPU draws 2000 W, and nvitop writes milliwatts where the log says
 * watts.
 */
const milliwattsFrom = 2000

type Header = {
  readonly columns: readonly string[]
  /** Whether warpgauge wrote the log; its figures have the stated units. */
  readonly isOurs: boolean
  /** Null until the header names the monitor. */
  readonly isFallback: boolean | null
}

/**
 * Parses a `gpu_metrics_*.log` of the pipeline or of warpgauge: `#` lines around comma-separated rows, with the column
 * names in the last `#` line before them. The fallback monitor writes utilization as 0.0, which becomes null. Memory is
 * in MiB; power from 2000 on is in milliwatts. Returns null when the text is no such log. Never throws.
 */
export function parseGpuMetricsLog(text: string): GpuMetricsLog | null {
  if (!/^# (?:GPU Monitoring Log\b|timestamp,device_id\b)/m.test(text)) return null
  const accumulator: LogAccumulator = { rows: new Map(), promised: new Map(), footerGpu: -1, broken: 0, milliwatts: 0 }
  let header: Header = { columns: originalColumns, isOurs: false, isFallback: null }
  for (const line of splitBoundedLines(text)) {
    if (line.startsWith('#')) {
      header = updateHeader(header, line)
      readFooter(line, accumulator)
    } else if (line.trim() !== '') {
      addRow(readRow(line, header), accumulator)
    }
  }
  const readings = shareCapacities(sortByTime([...accumulator.rows.values()]))
  return { readings, problems: listProblems(accumulator, header) }
}

/** Gives all readings of a GPU the capacity of the fullest one: its percentage has the smallest rounding error. */
function shareCapacities(readings: readonly LoggedReading[]): LoggedReading[] {
  const fullest = new Map<number, LoggedReading>()
  for (const reading of readings) {
    const known = fullest.get(reading.gpu)
    if (reading.memoryTotalBytes !== null && (reading.memoryUsedBytes ?? 0) > (known?.memoryUsedBytes ?? -1))
      fullest.set(reading.gpu, reading)
  }
  return readings.map((reading) => ({
    ...reading,
    memoryTotalBytes: fullest.get(reading.gpu)?.memoryTotalBytes ?? null,
  }))
}

/** Merges several logs, such as those of worker processes; duplicate rows count once. */
export function mergeGpuMetricsLogs(logs: readonly GpuMetricsLog[]): GpuMetricsLog {
  const readings = new Map(logs.flatMap((log) => log.readings).map((reading) => [formatKey(reading), reading]))
  return { readings: sortByTime([...readings.values()]), problems: [...new Set(logs.flatMap((log) => log.problems))] }
}

function updateHeader(header: Header, line: string): Header {
  const monitor = /^# Nvitop: (\S+)/.exec(line)?.[1]
  if (monitor) return { ...header, isFallback: monitor === 'fallback' }
  if (/^# Monitor: \S/.test(line)) return { ...header, isOurs: true, isFallback: false }
  if (!/^# timestamp,device_id\b/.test(line)) return header
  const names = line.slice(2).split(',')
  return { ...header, columns: names.map((name) => name.trim()) }
}

/** Rows and counts so far. */
type LogAccumulator = {
  readonly rows: Map<string, LoggedReading>
  /** Sample counts of the footer, by GPU. */
  readonly promised: Map<number, number>
  /** GPU of the current section of the footer; -1 before the first one. */
  footerGpu: number
  broken: number
  milliwatts: number
}

function readFooter(line: string, accumulator: LogAccumulator): void {
  accumulator.footerGpu = Number(/^# GPU (\d+):/.exec(line)?.[1] ?? accumulator.footerGpu)
  const samples = /^#\s+Samples: (\d+)/.exec(line)?.[1]
  if (samples && accumulator.footerGpu >= 0) accumulator.promised.set(accumulator.footerGpu, Number(samples))
}

function addRow(row: Row | null, accumulator: LogAccumulator): void {
  if (row === null) {
    accumulator.broken += 1
    return
  }
  if (row.isMilliwatts) accumulator.milliwatts += 1
  accumulator.rows.set(formatKey(row.reading), row.reading)
}

/** Returns the text of a column of one row; empty when the log lacks the column. */
type CellReader = (name: string) => string

type Row = { readonly reading: LoggedReading; readonly isMilliwatts: boolean }

/** Returns null for a row that is interleaved or cut off. */
function readRow(line: string, { columns, isOurs, isFallback }: Header): Row | null {
  const values = line.split(',').map((value) => value.trim())
  const getText: CellReader = (name) => values[columns.indexOf(name)] ?? ''
  const seconds = parseAmount(getText('timestamp'))
  const gpu = parseAmount(getText('device_id'))
  if (values.length !== columns.length || seconds === null || gpu === null || !Number.isInteger(gpu)) return null
  if (!numericColumns.every((name) => /^(?:-?\d+(?:\.\d+)?|N\/A|None|nan|)$/i.test(getText(name)))) return null
  const power = parseAmount(getText('power_draw'))
  const isMilliwatts = !isOurs && power !== null && power >= milliwattsFrom
  const reading: LoggedReading = {
    ...createUnavailableReading(gpu, Math.round(seconds * 1000)),
    ...readOwnFigures(getText),
    utilizationPercent: readUtilization(getText, isFallback),
    ...readMemory(getText),
    temperatureCelsius: parseAmount(getText('temperature')),
    powerWatts: isMilliwatts ? power / 1000 : power,
    stage: getText('stage') === '' ? null : getText('stage'),
  }
  return { reading, isMilliwatts }
}

/** Used bytes, and the capacity that follows from the used share in percent where the log does not state it. */
function readMemory(text: CellReader): Pick<GpuReading, 'memoryUsedBytes' | 'memoryTotalBytes'> {
  const used = parseAmount(text('memory_used_bytes')) ?? toBytes(parseAmount(text('mem_used_mb')))
  const percent = parseAmount(text('mem_percent'))
  const isShare = used !== null && percent !== null && percent > 0 && percent <= 100
  const total = parseAmount(text('memory_total_bytes')) ?? (isShare ? Math.round((100 * used) / percent) : null)
  return { memoryUsedBytes: used, memoryTotalBytes: total }
}

/** Without a header, a utilization of 0 without temperature and power comes from the fallback monitor. */
function readUtilization(text: CellReader, isFallback: boolean | null): number | null {
  const value = parseAmount(text('gpu_util'))
  const isUnknown = isFallback ?? (value === 0 && text('temperature') === '' && text('power_draw') === '')
  return isUnknown || value === null || value > 100 ? null : value
}

/** Reads the columns that only logs of warpgauge have. */
function readOwnFigures(text: CellReader): Partial<GpuReading> {
  const readAmount = (name: string): number | null => parseAmount(text(name))
  return {
    smClockMhz: readAmount('sm_clock_mhz'),
    memoryClockMhz: readAmount('memory_clock_mhz'),
    clocksEventReasons: parseReasons(text('clocks_event_reasons')),
    pcieReceiveBytesPerSecond: readAmount('pcie_receive_bytes_per_second'),
    pcieSendBytesPerSecond: readAmount('pcie_send_bytes_per_second'),
    nvlinkReceiveBytesPerSecond: readAmount('nvlink_receive_bytes_per_second'),
    nvlinkSendBytesPerSecond: readAmount('nvlink_send_bytes_per_second'),
    smUtilization: readAmount('sm_utilization_share'),
    smOccupancy: readAmount('sm_occupancy_share'),
    tensorActivity: readAmount('tensor_activity_share'),
    dramBandwidthUtilization: readAmount('dram_bandwidth_share'),
    eccErrors: readAmount('ecc_errors_count'),
    retiredPages: readAmount('retired_pages_count'),
  }
}

function listProblems({ rows, promised, broken, milliwatts }: LogAccumulator, { isFallback }: Header): string[] {
  const problems: string[] = []
  if (isFallback) problems.push('the log was written without nvitop, so its GPU utilization of 0 means unavailable')
  if (broken > 0) problems.push(`${broken} incomplete rows of the log were skipped`)
  if (milliwatts > 0) problems.push(`power of ${milliwatts} rows was in milliwatts instead of watts`)
  for (const [gpu, samples] of promised) {
    const found = [...rows.values()].filter((row) => row.gpu === gpu).length
    if (found < samples) {
      problems.push(`the footer counts ${samples} samples of GPU ${gpu}, but the log has only ${found} rows`)
    }
  }
  return problems
}

function formatKey({ gpu, timeMs, stage }: LoggedReading): string {
  return `${gpu} ${timeMs} ${stage ?? ''}`
}

function sortByTime(readings: readonly LoggedReading[]): LoggedReading[] {
  return readings.toSorted((one, other) => one.timeMs - other.timeMs || one.gpu - other.gpu)
}

/** The column is empty both without reasons and where the GPU does not report them; both become null. */
function parseReasons(value: string): ClocksEventReason[] | null {
  const found = clocksEventReasons.filter((reason) => value.split(' ').includes(reason))
  return found.length > 0 ? found : null
}

function parseAmount(value: string): number | null {
  return /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : null
}

function toBytes(amount: number | null): number | null {
  return amount === null ? null : amount * bytesPerMebibyte
}

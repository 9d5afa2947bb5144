import { splitBoundedLines } from '../bounded-lines.ts'
import { createRunReader, parseEach } from '../reader.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { ClocksEventReason, GpuReading } from '../../domain/telemetry/gpu.ts'
import { ImpossibleValues } from '../../domain/telemetry/impossible-values.ts'
import { createUnavailableReading } from '../../domain/telemetry/unavailable-reading.ts'
import type { LoggedReading } from '../../domain/trial/tool-reading.ts'
import { clocksEventReasons } from '../../record/limits.ts'

/** GPU readings of a log, with the problems found. */
type GpuMetricsLog = {
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
/** No GPU of a pipeline takes as many watts; nvitop writes milliwatts where the log says watts. */
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
 * in MiB; nvitop writes power in milliwatts where the log says watts. Returns null when the text is no such log. Never throws.
 */
export function parseGpuMetricsLog(text: string): GpuMetricsLog | null {
  if (!/^# (?:GPU Monitoring Log\b|timestamp,device_id\b)/m.test(text)) return null
  const accumulator: LogAccumulator = { rows: new Map(), promised: new Map(), footerGpu: -1, broken: 0 }
  let header: Header = { columns: originalColumns, isOurs: false, isFallback: null }
  for (const line of splitBoundedLines(text)) {
    if (line.startsWith('#')) {
      header = updateHeader(header, line)
      readFooter(line, accumulator)
    } else if (line.trim() !== '') {
      addRow(readRow(line, header), accumulator)
    }
  }
  const rows = [...accumulator.rows.values()]
  const impossible = new ImpossibleValues()
  const milliwatts = header.isOurs ? 0 : countMilliwatts(rows)
  const inWatts =
    milliwatts > 0 ? rows.map((row) => ({ ...row, powerWatts: row.powerWatts && row.powerWatts / 1000 })) : rows
  const readings = shareCapacities(sortByTime(inWatts.map((row) => impossible.drop(row))))
  const problems = [...listProblems(accumulator, header), ...impossible.list()]
  if (milliwatts > 0) problems.push(`power of ${milliwatts} rows was in milliwatts instead of watts`)
  return { readings, problems }
}

/** A log has one unit: a single value of that size among watts is not in milliwatts. */
function countMilliwatts(rows: readonly LoggedReading[]): number {
  const amounts = rows.flatMap(({ powerWatts }) => powerWatts || [])
  return amounts.every((amount) => amount >= milliwattsFrom) ? amounts.length : 0
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
}

function readFooter(line: string, accumulator: LogAccumulator): void {
  accumulator.footerGpu = Number(/^# GPU (\d+):/.exec(line)?.[1] ?? accumulator.footerGpu)
  const samples = /^#\s+Samples: (\d+)/.exec(line)?.[1]
  if (samples && accumulator.footerGpu >= 0) accumulator.promised.set(accumulator.footerGpu, Number(samples))
}

function addRow(row: LoggedReading | null, accumulator: LogAccumulator): void {
  if (row === null) accumulator.broken += 1
  else accumulator.rows.set(formatKey(row), row)
}

/** Returns the text of a column of one row; empty when the log lacks the column. */
type CellReader = (name: string) => string

/** Returns null for a row that is interleaved or cut off. */
function readRow(line: string, { columns, isFallback }: Header): LoggedReading | null {
  const values = line.split(',').map((value) => value.trim())
  const getText: CellReader = (name) => values[columns.indexOf(name)] ?? ''
  const seconds = parseAmount(getText('timestamp')) ?? -1
  const gpu = parseAmount(getText('device_id')) ?? -1
  if (values.length !== columns.length || !(seconds >= 0) || !(gpu >= 0) || !Number.isInteger(gpu)) return null
  if (!numericColumns.every((name) => /^(?:-?\d+(?:\.\d+)?|N\/A|None|nan|)$/i.test(getText(name)))) return null
  return {
    ...createUnavailableReading(gpu, Math.round(seconds * 1000)),
    ...readOwnFigures(getText),
    utilizationPercent: readUtilization(getText, isFallback),
    ...readMemory(getText),
    temperatureCelsius: parseAmount(getText('temperature')),
    powerWatts: parseAmount(getText('power_draw')),
    stage: getText('stage') === '' ? null : getText('stage'),
  }
}

/** Used bytes, and the capacity that follows from the used share in percent where the log does not state it. */
function readMemory(text: CellReader): Pick<GpuReading, 'memoryUsedBytes' | 'memoryTotalBytes'> {
  const used = parseAmount(text('memory_used_bytes')) ?? toBytes(parseAmount(text('mem_used_mb')))
  const percent = parseAmount(text('mem_percent'))
  const isShare = used !== null && percent !== null && percent > 0
  const total = parseAmount(text('memory_total_bytes')) ?? (isShare ? Math.round((100 * used) / percent) : null)
  return { memoryUsedBytes: used, memoryTotalBytes: total }
}

/** Without a header, a utilization of 0 without temperature and power comes from the fallback monitor. */
function readUtilization(text: CellReader, isFallback: boolean | null): number | null {
  const value = parseAmount(text('gpu_util'))
  const isUnknown = isFallback ?? (value === 0 && text('temperature') === '' && text('power_draw') === '')
  return isUnknown ? null : value
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

function listProblems({ rows, promised, broken }: LogAccumulator, { isFallback }: Header): string[] {
  const problems: string[] = []
  if (isFallback) problems.push('the log was written without nvitop, so its GPU utilization of 0 means unavailable')
  if (broken > 0) problems.push(`${broken} incomplete rows of the log were skipped`)
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
  return /^(?:-?\d+(?:\.\d+)?|nan)$/i.test(value) ? Number(value) : null
}

function toBytes(amount: number | null): number | null {
  return amount === null ? null : amount * bytesPerMebibyte
}

/** `gpu_metrics_*.log` of a pipeline or of warpgauge, from one or several workers of a run. */
export const gpuMetrics = createRunReader({
  id: 'gpu-metrics',
  wants: 'the gpu_metrics_*.log files of a run',
  detect: (head) => /^# (?:GPU Monitoring Log\b|timestamp,device_id\b)/m.test(head),
  toReadings: async (files) => {
    const logs = await parseEach(files, (text, path) => {
      const log = parseGpuMetricsLog(text)
      if (log && log.readings.length > 0) return log
      const what = log ? 'has no sample' : 'is not a log of GPU metrics'
      throw new UserError(`${path} ${what}`, 'Pass the gpu_metrics_*.log of a run')
    })
    const { readings, problems } = mergeGpuMetricsLogs(logs)
    return { tool: 'gpu_metrics log', gpuReadings: readings, problems }
  },
})

import { type ClocksEventReason, createUnavailableReading } from '../../domain/telemetry/gpu.ts'
import { logColumns } from '../../domain/telemetry/log-columns.ts'
import type { LoggedReading } from '../../domain/trial/tool-reading.ts'
import { clocksEventReasons } from '../../record/limits.ts'

/** The columns that every such log has; without a line that names columns, these. */
const requiredColumns = logColumns.slice(0, 8).map(({ name }) => name)
const quantityColumns = logColumns.flatMap((column) =>
  'quantity' in column ? [[column.name, column.quantity] as const] : [],
)
const bytesPerMebibyte = 1024 * 1024

/** Whether a text begins a `gpu_metrics_*.log` of the pipeline or of warpgauge. */
export function isGpuMetricsLog(text: string): boolean {
  return /^# (?:GPU Monitoring Log\b|timestamp,device_id\b)/m.test(text)
}

/**
 * Reads the lines of a `gpu_metrics_*.log` of the pipeline or of warpgauge: `#` lines around comma-separated rows, with the
 * column names in the last `#` line before them. The fallback monitor writes utilization as 0.0, which becomes null.
 */
export class GpuLogRows {
  #columns: readonly string[] = requiredColumns
  #places = this.#findPlaces()
  /** Whether warpgauge wrote the log; its figures have the stated units. */
  isOurs = false
  /** Null until the header names the monitor. */
  isFallback: boolean | null = null
  /** Sample counts of the footer, by GPU. */
  readonly promised = new Map<number, number>()
  /** Rows that are interleaved or cut off. */
  broken = 0
  /** GPU of the current section of the footer; -1 before the first one. */
  #footerGpu = -1

  /** The reading of a row; null for other lines. */
  read(line: string): LoggedReading | null {
    if (line.startsWith('#')) this.#readRemark(line)
    else if (line.trim() !== '') {
      const row = this.#readRow(line.split(',').map((cell) => cell.trim()))
      if (row) return row
      this.broken += 1
    }
    return null
  }

  #readRemark(line: string): void {
    const monitor = /^# Nvitop: (\S+)/.exec(line)?.[1]
    if (monitor) this.isFallback = monitor === 'fallback'
    if (/^# Monitor: \S/.test(line)) [this.isOurs, this.isFallback] = [true, false]
    if (/^# timestamp,device_id\b/.test(line)) {
      this.#columns = line
        .slice(2)
        .split(',')
        .map((name) => name.trim())
      this.#places = this.#findPlaces()
    }
    this.#footerGpu = Number(/^# GPU (\d+):/.exec(line)?.[1] ?? this.#footerGpu)
    const samples = /^#\s+Samples: (\d+)/.exec(line)?.[1]
    if (samples && this.#footerGpu >= 0) this.promised.set(this.#footerGpu, Number(samples))
  }

  /** Where the columns are; -1 for those that the log lacks. */
  #findPlaces() {
    return {
      quantities: quantityColumns.map(([name]) => this.#columns.indexOf(name)),
      numbers: requiredColumns.slice(0, -1).map((name) => this.#columns.indexOf(name)),
      stage: this.#columns.indexOf('stage'),
      reasons: this.#columns.indexOf('clocks_event_reasons'),
    }
  }

  #readRow(cells: readonly string[]): LoggedReading | null {
    const { quantities, numbers, stage, reasons } = this.#places
    const texts = numbers.map((place) => cells[place] ?? '')
    const [seconds = null, gpu = null] = texts.map(parseAmount)
    if (cells.length !== this.#columns.length || seconds === null || !(seconds >= 0)) return null
    if (gpu === null || gpu < 0 || !Number.isInteger(gpu)) return null
    if (!texts.every((text) => /^(?:-?\d+(?:\.\d+)?|N\/A|None|nan|)$/i.test(text))) return null
    const amounts = quantities.map((place, index) => [quantityColumns[index]?.[1], parseAmount(cells[place] ?? '')])
    return this.#complete(texts, {
      ...createUnavailableReading(gpu, Math.round(seconds * 1000)),
      ...Object.fromEntries(amounts),
      clocksEventReasons: parseReasons(cells[reasons] ?? ''),
      stage: cells[stage] || null,
    })
  }

  /** Takes memory from the columns of the pipeline where the log has no bytes, and no utilization of the fallback. */
  #complete(texts: readonly string[], reading: LoggedReading): LoggedReading {
    const [, , , mebibytes = null, percent = null] = texts.map(parseAmount)
    const used = reading.memoryUsedBytes ?? (mebibytes === null ? null : mebibytes * bytesPerMebibyte)
    const total = used !== null && percent !== null && percent > 0 ? Math.round((100 * used) / percent) : null
    // Without a header, a utilization of 0 without temperature and power comes from the fallback monitor.
    const isEmpty = reading.utilizationPercent === 0 && `${texts[5]}${texts[6]}` === ''
    const isUnknown = this.isFallback ?? isEmpty
    return {
      ...reading,
      utilizationPercent: isUnknown ? null : reading.utilizationPercent,
      memoryUsedBytes: used,
      memoryTotalBytes: reading.memoryTotalBytes ?? total,
    }
  }
}

/** The column is empty both without reasons and where the GPU does not report them; both become null. */
function parseReasons(value: string): ClocksEventReason[] | null {
  if (value === '') return null
  const found = clocksEventReasons.filter((reason) => value.split(' ').includes(reason))
  return found.length > 0 ? found : null
}

function parseAmount(value: string): number | null {
  return /^(?:-?\d+(?:\.\d+)?|nan)$/i.test(value) ? Number(value) : null
}

import { TelemetryBuckets, telemetryQuantities, type BucketedTelemetry } from '../../domain/page/telemetry-buckets.ts'
import { clocksEventReasons } from '../../record/limits.ts'
import { isPossible } from '../../domain/telemetry/impossible-values.ts'

/** Length of a line in characters; warpgauge writes shorter ones. */
const maxLine = 4096

const flagOfReason = new Map<string, number>(clocksEventReasons.map((reason, index) => [reason, 2 << index]))

/** Reads a `gpu_metrics_*.log` of warpgauge in chunks and keeps the quantities that charts show. Never throws. */
export class TelemetryLog {
  readonly #buckets: TelemetryBuckets
  readonly #decoder = new TextDecoder()
  readonly #values = new Float64Array(telemetryQuantities.length)
  #columns: readonly string[] = []
  /** Positions of the columns; −1: not in the log. */
  #at = { time: -1, gpu: -1, reasons: -1, quantities: [-1] }
  #rest = ''
  #skipped = 0

  /** `maxBuckets`: limit for each GPU, see `TelemetryBuckets`. */
  constructor(maxBuckets: number) {
    this.#buckets = new TelemetryBuckets(maxBuckets)
  }

  /** Adds the next bytes of the file. */
  push(bytes: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split('\n')
    // Bounded, so that a hostile file without line ends cannot fill the memory; the line is skipped as too long.
    this.#rest = (lines.pop() ?? '').slice(0, maxLine + 1)
    for (const line of lines) this.#readLine(line)
  }

  /** `skipped`: number of lines that are no readings: interleaved, cut off, or back in time. */
  finish(): { readonly telemetry: BucketedTelemetry | null; readonly skipped: number } {
    this.#readLine(this.#rest)
    return { telemetry: this.#buckets.finish(), skipped: this.#skipped }
  }

  #readLine(line: string): void {
    if (line.startsWith('# timestamp,device_id')) this.#readHeader(line.slice(2).trim().split(','))
    else if (line !== '' && !line.startsWith('#') && !this.#readRow(line)) this.#skipped += 1
  }

  #readHeader(columns: readonly string[]): void {
    this.#columns = columns
    this.#at = {
      time: columns.indexOf('timestamp'),
      gpu: columns.indexOf('device_id'),
      reasons: columns.indexOf('clocks_event_reasons'),
      quantities: telemetryQuantities.map(({ column }) => columns.indexOf(column)),
    }
  }

  #readRow(line: string): boolean {
    const cells = line.length > maxLine ? [] : line.split(',')
    const [time, gpu] = [parseNumber(cells[this.#at.time]), parseNumber(cells[this.#at.gpu])]
    if (cells.length !== this.#columns.length || !Number.isFinite(time) || !Number.isInteger(gpu)) return false
    for (const [index, { name, factor }] of telemetryQuantities.entries()) {
      const value = parseNumber(cells[this.#at.quantities[index] ?? -1])
      this.#values[index] = isPossible(name, value) ? value * factor : Number.NaN
    }
    return this.#buckets.add(gpu, time * 1000, this.#values, encodeReasons(cells[this.#at.reasons] ?? ''))
  }
}

function encodeReasons(text: string): number {
  return text === '' ? 0 : text.split(' ').reduce((flags, reason) => flags | (flagOfReason.get(reason) ?? 0), 1)
}

/** NaN for a missing or blank cell, and for any other text. */
function parseNumber(cell = ''): number {
  return cell.trim() === '' ? Number.NaN : Number(cell)
}

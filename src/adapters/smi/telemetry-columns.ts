import { clocksEventReasons } from '../../domain/telemetry/gpu.ts'
import { missing } from '../../domain/page/column-code.ts'
import { isPossible } from '../../domain/telemetry/impossible-values.ts'
import { TelemetryPacker } from '../../domain/page/telemetry-packer.ts'
import { toStoredValue, telemetryQuantities } from '../../domain/page/telemetry-quantities.ts'

/** Reads a `gpu_metrics_*.log` of warpgauge in chunks and keeps the quantities that charts show. Never throws. */
export type TelemetryReader = {
  /** Adds the next bytes of the file. */
  push(bytes: Uint8Array): void
  /** Returns the packed samples; `pack` is null without a valid row. */
  finish(): { readonly pack: Uint8Array | null; readonly readings: number; readonly broken: number }
}

const newline = 10
const comma = 44
const point = 46
const minus = 45
const zero = 48
const hash = 35
/** Longest line in bytes that warpgauge writes. */
const longestLine = 4096

/** Creates a reader. `merged` is the number of readings of a GPU that become one row; see `TelemetryPacker`. */
export function createTelemetryReader(merged = 1): TelemetryReader {
  const packer = new TelemetryPacker(merged)
  const row = new RowParser(packer)
  let rest = new Uint8Array()
  return {
    push(bytes) {
      const end = bytes.lastIndexOf(newline) + 1
      if (end === 0) {
        rest = joinBytes(rest, bytes)
        return
      }
      const first = bytes.indexOf(newline) + 1
      row.parseLines(joinBytes(rest, bytes.subarray(0, first)))
      row.parseLines(bytes.subarray(first, end))
      rest = bytes.slice(end)
    },
    finish() {
      row.parseLines(joinBytes(rest, Uint8Array.of(newline)))
      return { pack: packer.finish(), readings: packer.readings, broken: row.broken }
    },
  }
}

/** Joins two chunks. Cuts `one`, so that a hostile file without line ends cannot fill the memory. */
function joinBytes(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(Math.min(one.length, 2 * longestLine) + other.length)
  all.set(one.subarray(0, 2 * longestLine))
  all.set(other, Math.min(one.length, 2 * longestLine))
  return all
}

const flagsOfWord = new Map(clocksEventReasons.map((reason, index) => [reason as string, 2 << index]))

class RowParser {
  /** Number of rows that are interleaved or cut off. */
  broken = 0
  readonly #packer: TelemetryPacker
  readonly #values = new Int32Array(telemetryQuantities.length)
  readonly #flagsOfText = new Map<string, number>()
  readonly #row = { time: Number.NaN, gpu: Number.NaN, flags: 0 }
  #columns: string[] = []
  /** Index of the quantity by column, or −1. */
  #quantities = new Int32Array()
  #time = -1
  #gpu = -1
  #reasons = -1

  constructor(packer: TelemetryPacker) {
    this.#packer = packer
  }

  /** Parses complete lines. */
  parseLines(bytes: Uint8Array): void {
    let from = 0
    while (from < bytes.length) {
      const found = bytes.indexOf(newline, from)
      const to = found < 0 ? bytes.length : found
      if (bytes[from] === hash) this.#readComment(bytes.subarray(from, Math.min(to, from + longestLine)))
      else if (to > from) this.#readRow(bytes, from, to)
      from = to + 1
    }
  }

  #readComment(line: Uint8Array): void {
    const text = new TextDecoder().decode(line)
    if (!text.startsWith('# timestamp,device_id')) return
    this.#columns = text.slice(2).trim().split(',')
    const quantityOfColumn = new Map<string, number>(telemetryQuantities.map(({ column }, index) => [column, index]))
    this.#quantities = Int32Array.from(this.#columns, (column) => quantityOfColumn.get(column) ?? -1)
    this.#time = this.#columns.indexOf('timestamp')
    this.#gpu = this.#columns.indexOf('device_id')
    this.#reasons = this.#columns.indexOf('clocks_event_reasons')
  }

  #readRow(bytes: Uint8Array, from: number, to: number): void {
    let [column, start] = [0, from]
    this.#row.time = this.#row.gpu = Number.NaN
    this.#row.flags = 0
    this.#values.fill(missing)
    for (let at = from; at <= to; at += 1) {
      if (at < to && bytes[at] !== comma) continue
      this.#readCell(column, bytes.subarray(start, at))
      column += 1
      start = at + 1
    }
    const { time, gpu, flags } = this.#row
    if (column !== this.#columns.length || !Number.isFinite(time) || !Number.isInteger(gpu)) this.broken += 1
    else this.#packer.add(gpu, time * 1000, this.#values, flags)
  }

  #readCell(column: number, cell: Uint8Array): void {
    const quantity = this.#quantities[column] ?? -1
    if (quantity >= 0) this.#keep(quantity, parseNumber(cell))
    else if (column === this.#time) this.#row.time = parseNumber(cell)
    else if (column === this.#gpu) this.#row.gpu = parseNumber(cell)
    else if (column === this.#reasons && cell.length > 0) this.#row.flags = this.#parseFlags(cell)
  }

  #keep(quantity: number, value: number): void {
    const name = telemetryQuantities[quantity]?.name
    if (name && isPossible(name, value)) this.#values[quantity] = Math.min(toStoredValue(quantity, value), 2 ** 31 - 1)
  }

  #parseFlags(cell: Uint8Array): number {
    const text = String.fromCharCode(...cell.subarray(0, 400))
    const known = this.#flagsOfText.get(text)
    if (known !== undefined) return known
    const flags = text.split(' ').reduce((sum, word) => sum | (flagsOfWord.get(word) ?? 0), 1)
    // Bounds the memory for a file with ever new texts.
    if (this.#flagsOfText.size < 1000) this.#flagsOfText.set(text, flags)
    return flags
  }
}

/** Parses a decimal number; NaN for any other text, also for an empty one. */
function parseNumber(cell: Uint8Array): number {
  const isNegative = cell[0] === minus
  let [value, scale, digits] = [0, 0, 0]
  for (let at = isNegative ? 1 : 0; at < cell.length; at += 1) {
    const byte = cell[at] ?? 0
    if (byte === point && scale === 0) scale = 1
    else if (byte < zero || byte > zero + 9) return Number.NaN
    else {
      value = value * 10 + byte - zero
      scale *= 10
      digits += 1
    }
  }
  if (digits === 0) return Number.NaN
  const number = scale > 1 ? value / scale : value
  return isNegative ? -number : number
}

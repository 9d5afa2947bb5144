import { appendValue, getColumnBytes, createColumnWriter, missing, type ColumnWriter } from './column-code.ts'
import { joinPack, type PackHead } from './packed-telemetry.ts'
import { telemetryQuantities } from './telemetry-quantities.ts'

const quantities = telemetryQuantities.length
/** Maximum number of GPUs; a file with more is not telemetry. */
const mostGpus = 256
/** 32-bit milliseconds end after 24 days. */
const longestMs = 2 ** 31 - 1

type Writer = {
  readonly gpu: number
  readonly time: ColumnWriter
  readonly flags: ColumnWriter
  readonly columns: readonly ColumnWriter[]
  readonly lows: Int32Array
  readonly highs: Int32Array
  /** Number of readings in the current row. */
  waiting: number
  waitingFlags: number
  firstMs: number
  lastMs: number
}

/** Packs readings one by one, so that a log of gigabytes never has to fit into memory. */
export class TelemetryPacker {
  readonly #merged: number
  readonly #writers = new Map<number, Writer>()
  #startMs = Number.NaN
  #readings = 0

  /** `merged`: number of readings of a GPU per row; a row keeps their extremes. */
  constructor(merged = 1) {
    this.#merged = merged
  }

  /** Number of accepted readings. */
  get readings(): number {
    return this.#readings
  }

  /**
   * Adds one reading. `values` by quantity, as from `toStoredValue`. Ignores readings of a GPU that go back in time.
   */
  add(gpu: number, timeMs: number, values: Int32Array, flags: number): void {
    if (Number.isNaN(this.#startMs)) this.#startMs = timeMs
    const sinceMs = Math.round(timeMs - this.#startMs)
    const writer = this.#writers.get(gpu) ?? this.#open(gpu)
    if (!writer || sinceMs < 0 || sinceMs > longestMs || sinceMs < writer.lastMs) return
    this.#readings += 1
    if (writer.firstMs < 0) writer.firstMs = sinceMs
    writer.lastMs = sinceMs
    writer.waiting += 1
    writer.waitingFlags |= flags
    for (let index = 0; index < quantities; index += 1) widen(writer, index, values[index] ?? missing)
    if (writer.waiting >= this.#merged) this.#writeRow(writer)
  }

  /** Returns the pack; null without readings. */
  finish(): Uint8Array | null {
    const writers = [...this.#writers.values()].toSorted((one, other) => one.gpu - other.gpu)
    for (const writer of writers) if (writer.waiting > 0) this.#writeRow(writer)
    if (writers.length === 0) return null
    const parts = writers.map(({ time, flags, columns }) => [time, flags, ...columns].map(getColumnBytes))
    const head: PackHead = {
      startMs: this.#startMs,
      merged: this.#merged,
      intervalMs: computeInterval(writers),
      tracks: writers.map(({ gpu, time }, index) => ({
        gpu,
        rows: time.length,
        sizes: (parts[index] ?? []).map(({ length }) => length),
      })),
    }
    return joinPack(head, parts.flat())
  }

  #open(gpu: number): Writer | null {
    if (this.#writers.size >= mostGpus) return null
    const count = this.#merged === 1 ? quantities : 2 * quantities
    const writer: Writer = {
      gpu,
      time: createColumnWriter(),
      flags: createColumnWriter(),
      columns: Array.from({ length: count }, createColumnWriter),
      lows: new Int32Array(quantities).fill(missing),
      highs: new Int32Array(quantities).fill(missing),
      waiting: 0,
      waitingFlags: 0,
      firstMs: -1,
      lastMs: -1,
    }
    this.#writers.set(gpu, writer)
    return writer
  }

  #writeRow(writer: Writer): void {
    appendValue(writer.time, writer.lastMs)
    appendValue(writer.flags, writer.waitingFlags)
    for (let index = 0; index < quantities; index += 1) {
      const [low, high] = [writer.columns[index], writer.columns[quantities + index]]
      if (low) appendValue(low, writer.lows[index] ?? missing)
      if (high) appendValue(high, writer.highs[index] ?? missing)
    }
    writer.waiting = 0
    writer.waitingFlags = 0
    writer.lows.fill(missing)
    writer.highs.fill(missing)
  }
}

function widen({ lows, highs }: Writer, index: number, value: number): void {
  if (value === missing) return
  if (lows[index] === missing || value < (lows[index] ?? value)) lows[index] = value
  if (value > (highs[index] ?? missing)) highs[index] = value
}

/** Row interval of the GPU with the most rows, at least one millisecond. */
function computeInterval(writers: readonly Writer[]): number {
  const [longest] = writers.toSorted((one, other) => other.time.length - one.time.length)
  if (!longest || longest.time.length < 2) return 1
  return Math.max(1, (longest.lastMs - longest.firstMs) / (longest.time.length - 1))
}

import { TelemetryBuckets, telemetryQuantities, type BucketedTelemetry } from '../../domain/page/telemetry-buckets.ts'
import { encodeClocksEvents } from '../../domain/telemetry/gpu-quantities.ts'
import { isPossible } from '../../domain/telemetry/impossible-values.ts'
import { GpuLogRows } from './gpu-log-rows.ts'

/** Length of a line in characters; warpgauge writes shorter ones. */
const maxLine = 4096

/** Reads a `gpu_metrics_*.log` of warpgauge in chunks and keeps the quantities that charts show. Never throws. */
export class TelemetryLog {
  readonly #buckets: TelemetryBuckets
  readonly #decoder = new TextDecoder()
  readonly #rows = new GpuLogRows()
  readonly #values = new Float64Array(telemetryQuantities.length)
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

  /** `telemetry` is null without readings; `skipped` counts lines that are interleaved, cut off, or back in time. */
  finish(): { readonly telemetry: BucketedTelemetry | null; readonly skipped: number } {
    this.#readLine(this.#rest)
    return { telemetry: this.#buckets.finish(), skipped: this.#skipped + this.#rows.broken }
  }

  #readLine(line: string): void {
    const reading = line.length > maxLine ? null : this.#rows.read(line)
    if (reading === null) {
      this.#skipped += line.length > maxLine ? 1 : 0
      return
    }
    for (const [index, { name, factor }] of telemetryQuantities.entries()) {
      const value = reading[name] ?? Number.NaN
      this.#values[index] = isPossible(name, value) ? value * factor : Number.NaN
    }
    if (!this.#buckets.add(reading.gpu, reading.timeMs, this.#values, encodeClocksEvents(reading))) this.#skipped += 1
  }
}

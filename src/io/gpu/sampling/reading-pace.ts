import { isSeen, type GpuReading } from '../../../domain/telemetry/gpu.ts'
import type { Pace } from './ticker.ts'

/**
 * Computes lost and late readings from the times of the others, and the longest time without one of a GPU of the trial,
 * from its start to its end.
 */
export class ReadingPace {
  readonly #intervalMs: number
  readonly #own: readonly number[]
  readonly #startMs: number
  readonly #lastMs: Map<number, number>
  #endMs: number | null = null
  readonly pace = { lost: 0, late: 0, longestGapMs: 0 } satisfies Pace

  constructor(intervalMs: number, own: readonly number[], startMs: number) {
    this.#intervalMs = intervalMs
    this.#own = own
    this.#startMs = startMs
    this.#lastMs = new Map(own.map((gpu) => [gpu, startMs]))
  }

  /** The trial began; before the start if the monitor took long to open. */
  begin(timeMs: number): void {
    for (const gpu of this.#own) this.#addGap(gpu, this.#startMs - timeMs)
  }

  record(reading: GpuReading): void {
    if (isSeen(reading) || !this.#own.includes(reading.gpu)) this.#advance(reading.gpu, reading.timeMs)
  }

  /** The trial ended; later readings are not needed. */
  end(timeMs: number): void {
    this.#endMs = timeMs
  }

  /** Counts what is missing after the last reading. */
  close(timeMs: number): void {
    for (const gpu of this.#own) this.#advance(gpu, this.#endMs ?? timeMs)
  }

  #advance(gpu: number, timeMs: number): void {
    const lastMs = this.#lastMs.get(gpu)
    this.#lastMs.set(gpu, timeMs)
    if (lastMs === undefined) return
    this.#addGap(gpu, timeMs - lastMs)
    const intervals = (timeMs - lastMs) / this.#intervalMs
    const missing = Math.max(0, Math.floor(intervals) - 1)
    this.pace.lost += missing
    if (intervals - missing > 1.5) this.pace.late += 1
  }

  #addGap(gpu: number, gapMs: number): void {
    if (this.#own.includes(gpu)) this.pace.longestGapMs = Math.max(this.pace.longestGapMs, gapMs)
  }
}

import type { GpuReading } from '../../../domain/telemetry/gpu.ts'
import type { Pace } from '../sampling/ticker.ts'

/** Computes lost and late ticks of a tool with its own timer, from the times of its readings. */
export class PushedPace {
  readonly #intervalMs: number
  readonly #lastMs = new Map<number, number>()
  readonly pace = { lost: 0, late: 0, longestGapMs: 0 } satisfies Pace

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs
  }

  record(reading: GpuReading): void {
    const lastMs = this.#lastMs.get(reading.gpu)
    this.#lastMs.set(reading.gpu, reading.timeMs)
    if (lastMs === undefined) return
    this.pace.longestGapMs = Math.max(this.pace.longestGapMs, reading.timeMs - lastMs)
    const intervals = (reading.timeMs - lastMs) / this.#intervalMs
    const missing = Math.max(0, Math.floor(intervals) - 1)
    this.pace.lost += missing
    if (intervals - missing > 1.5) this.pace.late += 1
  }
}

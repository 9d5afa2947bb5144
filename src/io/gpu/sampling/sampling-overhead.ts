import { readThreadCpuMs } from '../../machine/thread-cpu-time.ts'

/** Processor time of this thread while the trial's process runs; over the complete window without one. */
export class SamplingOverhead {
  #startMs: number
  #startCpuMs = readThreadCpuMs()
  #cpuShare: number | null = null
  #isEnded = false

  constructor(timeMs: number) {
    this.#startMs = timeMs
  }

  /** The process starts: excludes the cost of opening the window. */
  begin(timeMs: number): void {
    this.#startMs = timeMs
    this.#startCpuMs = readThreadCpuMs()
  }

  /** The process or the window ends; only the first call counts. */
  end(timeMs: number): void {
    if (this.#isEnded) return
    this.#isEnded = true
    const cpuMs = readThreadCpuMs() - this.#startCpuMs
    const elapsedMs = timeMs - this.#startMs
    this.#cpuShare = elapsedMs > 0 ? cpuMs / elapsedMs : null
  }

  /** 0.01 = 1 % of one core; null when no time has passed. */
  get cpuShare(): number | null {
    return this.#cpuShare
  }
}

/** Share of the time that reading counters at the edges of stages may take. */
const share = 0.0005

/** Keeps a pipeline with many short stages from making its own sampling dear. */
export class EdgeReadBudget {
  /** Processor time that reads may take beyond that share. */
  readonly #extraMs: number
  #spentMs = 0

  constructor(extraMs: number) {
    this.#extraMs = extraMs
  }

  /** Reads unless earlier reads took more processor time than allowed by now; `elapsedMs` counts from the start of the process. */
  attempt(elapsedMs: number, read: () => void): void {
    if (this.#spentMs > this.#extraMs + Math.max(0, elapsedMs) * share) return
    const start = process.threadCpuUsage()
    read()
    const { user, system } = process.threadCpuUsage(start)
    this.#spentMs += (user + system) / 1000
  }
}

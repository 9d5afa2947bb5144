/** Ticks jitter; a sample due within this time is taken now. */
const slackMs = 25

export type AdaptivePaceLimits = {
  readonly everyMs: number
  /** Longest interval, whatever a sample costs. */
  readonly mostMs: number
  /** Maximum share of the time for samples. */
  readonly share: number
}

/**
 * Runs an operation at a regular interval, and less often when it is expensive: a pipeline can have hundreds of
 * processes.
 */
export class AdaptivePace {
  readonly #limits: AdaptivePaceLimits
  #dueMs = Number.NEGATIVE_INFINITY
  #isFirst = true

  constructor(limits: AdaptivePaceLimits) {
    this.#limits = limits
  }

  /** Runs the operation when it is due. */
  attempt(nowMs: number, operation: () => void): void {
    if (nowMs < this.#dueMs) return
    const start = process.threadCpuUsage()
    operation()
    // Processor time, because wall time depends on the load of the host.
    const { user, system } = process.threadCpuUsage(start)
    const costMs = (user + system) / 1000
    const { everyMs, mostMs, share } = this.#limits
    // The first call compiles the code, so its cost is not representative.
    const pauseMs = this.#isFirst ? everyMs : Math.min(mostMs, Math.max(everyMs, costMs / share))
    this.#isFirst = false
    this.#dueMs = nowMs + pauseMs - slackMs
  }
}

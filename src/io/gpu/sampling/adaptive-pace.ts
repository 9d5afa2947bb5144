/** Ticks come a little early or late; a look that is due within this time is due now. */
const slackMs = 25

export type AdaptivePaceLimits = {
  readonly everyMs: number
  /** However much a look costs, it comes this often. */
  readonly mostMs: number
  /** Share of the time that looks may take. */
  readonly share: number
}

/**
 * Does something at a steady pace, and less often where it turns out to be dear: the tree of a pipeline may have
 * hundreds of processes.
 */
export class AdaptivePace {
  readonly #limits: AdaptivePaceLimits
  #dueMs = Number.NEGATIVE_INFINITY
  #isFirst = true

  constructor(limits: AdaptivePaceLimits) {
    this.#limits = limits
  }

  /** Looks when it is time to. */
  attempt(nowMs: number, look: () => void): void {
    if (nowMs < this.#dueMs) return
    const start = process.threadCpuUsage()
    look()
    // Processor time: on a busy host a look takes long and costs little.
    const { user, system } = process.threadCpuUsage(start)
    const costMs = (user + system) / 1000
    const { everyMs, mostMs, share } = this.#limits
    // The first look of a thread compiles its code, which says nothing about the next one.
    const pauseMs = this.#isFirst ? everyMs : Math.min(mostMs, Math.max(everyMs, costMs / share))
    this.#isFirst = false
    this.#dueMs = nowMs + pauseMs - slackMs
  }
}

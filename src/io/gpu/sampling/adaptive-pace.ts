import { readThreadCpuMs } from '../../machine/thread-cpu-time.ts'

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
  readonly #readCpuMs: () => number
  #dueMs = Number.NEGATIVE_INFINITY
  #isFirst = true

  /** @param readCpuMs processor time of this thread, because wall time depends on the load of the host */
  constructor(limits: AdaptivePaceLimits, readCpuMs = readThreadCpuMs) {
    this.#limits = limits
    this.#readCpuMs = readCpuMs
  }

  /** Runs the operation when it is due. */
  attempt(nowMs: number, operation: () => void): void {
    if (nowMs < this.#dueMs) return
    const startMs = this.#readCpuMs()
    operation()
    const costMs = this.#readCpuMs() - startMs
    const { everyMs, mostMs, share } = this.#limits
    // The first call compiles the code, so its cost is not representative.
    const pauseMs = this.#isFirst ? everyMs : Math.min(mostMs, Math.max(everyMs, costMs / share))
    this.#isFirst = false
    this.#dueMs = nowMs + pauseMs - slackMs
  }
}

/** The longest interval bounds how late another process on the GPUs is seen. */
export function createProcessPace(): AdaptivePace {
  return new AdaptivePace({ everyMs: 1000, mostMs: 3000, share: 0.0003 })
}

/** GPUs that do not belong to the trial. */
export function createOtherPace(): AdaptivePace {
  return new AdaptivePace({ everyMs: 1000, mostMs: 5000, share: 0.0003 })
}

/** Interval of host samples; their sums stay complete. A case that measures memory may use more processor time. */
export function createHostPace(keepsMemory: boolean): AdaptivePace {
  return new AdaptivePace({ everyMs: 500, mostMs: 5000, share: keepsMemory ? 0.03 : 0.0003 })
}

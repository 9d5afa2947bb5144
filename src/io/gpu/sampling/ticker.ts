import { performance } from 'node:perf_hooks'

export type Pace = {
  /** Ticks that were skipped, and ticks more than half an interval late. */
  readonly lost: number
  readonly late: number
  /** Longest time between two ticks. */
  readonly longestGapMs: number
}

export interface Ticker extends Disposable {
  readonly pace: Pace
}

/** Calls `onTick` at fixed points of the monotonic clock. Skipped ticks are counted, not repeated. */
export function startTicker(intervalMs: number, onTick: () => void): Ticker {
  const startMs = performance.now()
  let next = 1
  let timer = setTimeout(tick, intervalMs)
  const pace = { lost: 0, late: 0, longestGapMs: 0 }
  let lastMs = startMs

  function tick(): void {
    const nowMs = performance.now()
    pace.longestGapMs = Math.max(pace.longestGapMs, nowMs - lastMs)
    lastMs = nowMs
    const sinceMs = nowMs - startMs
    // A timer can fire a fraction of a millisecond early.
    const current = Math.max(next, Math.floor(sinceMs / intervalMs))
    pace.lost += current - next
    if (sinceMs - current * intervalMs > intervalMs / 2) pace.late += 1
    next = current + 1
    onTick()
    timer = setTimeout(tick, Math.max(0, startMs + next * intervalMs - performance.now()))
  }

  return {
    pace,
    [Symbol.dispose]() {
      clearTimeout(timer)
      // Ticks that were due while the thread was busy.
      pace.lost += Math.max(0, Math.floor((performance.now() - startMs) / intervalMs) - next)
      next = Number.POSITIVE_INFINITY
    },
  }
}

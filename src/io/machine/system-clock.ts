import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'

export type Clock = typeof systemClock

export const systemClock = {
  /** Wall-clock time, for records and logs. */
  now: () => new Date(),
  /** Milliseconds on a monotonic clock, for durations. */
  readMonotonicMs: () => performance.now(),
}

/** Resolves after `ms`, or immediately when the signal aborts. */
export async function sleepUntilAborted(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {})
}

/** Sortable by time and unique: `20261120T160501Z-3fa9c1`. */
export function createRunId(now: Date = new Date()): string {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return `${time}-${randomBytes(3).toString('hex')}`
}

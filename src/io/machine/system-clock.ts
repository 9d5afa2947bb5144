import { performance } from 'node:perf_hooks'
import type { Clock } from '../../ports/clock.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'

export const systemClock: Clock = {
  now: () => new Date(),
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

import { setTimeout as delay } from 'node:timers/promises'

/** Resolves after `ms`, or immediately when the signal aborts. */
export async function sleepUntilAborted(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {})
}

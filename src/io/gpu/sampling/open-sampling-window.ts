import { awaitMessage, startThread } from '../../process/start-thread.ts'
import type { SamplingRequest } from './sampling-messages.ts'
import { SamplingWindow } from './sampling-window.ts'
import { getSamplingWorkerUrl } from './sampling-worker-url.ts'

/** Initializing a driver takes seconds; a trial waits at most this long for its monitor. */
const defaultOpenLimitMs = 20_000

export type SamplingLimits = { readonly openLimitMs?: number; readonly closeLimitMs?: number }

/**
 * Starts a sampling thread; resolves after the first reading. When the source cannot be opened, the summary of the
 * window states the reason.
 */
export async function openSamplingWindow(
  request: Omit<SamplingRequest, 'ownPid'>,
  limits: SamplingLimits = {},
): Promise<SamplingWindow> {
  const full = { ...request, ownPid: process.pid }
  const worker = startThread(getSamplingWorkerUrl(), 'warpgauge-sampling', full)
  const window = new SamplingWindow(worker, full, limits.closeLimitMs)
  await awaitMessage(worker, limits.openLimitMs ?? defaultOpenLimitMs)
  // The monitor must not keep an aborted run alive.
  worker.unref()
  return window
}

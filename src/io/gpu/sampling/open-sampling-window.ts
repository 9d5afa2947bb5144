import { Worker } from 'node:worker_threads'
import type { SamplingRequest } from './sampling-messages.ts'
import { SamplingWindow } from './sampling-window.ts'
import { getSamplingWorkerUrl } from './sampling-worker-url.ts'

/** Waking a driver takes seconds; a trial does not wait longer than this for its monitor. */
const defaultOpenLimitMs = 20_000

export type SamplingLimits = { readonly openLimitMs?: number; readonly closeLimitMs?: number }

/**
 * Starts a sampling thread; resolves when the first reading is taken. A source that cannot be opened gives a window all
 * the same: its summary says why nothing was seen.
 */
export async function openSamplingWindow(
  request: Omit<SamplingRequest, 'ownPid'>,
  limits: SamplingLimits = {},
): Promise<SamplingWindow> {
  const full = { ...request, ownPid: process.pid }
  const worker = new Worker(getSamplingWorkerUrl(), {
    workerData: full,
    // Options of the main program (a test runner, an inspector) are not for this thread.
    execArgv: [],
    name: 'warpgauge-sampling',
    // Without a limit V8 lets garbage of a long run pile up; the samples themselves lie outside its heap.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 },
  })
  const window = new SamplingWindow(worker, full, limits.closeLimitMs)
  await awaitOpening(worker, limits.openLimitMs ?? defaultOpenLimitMs)
  // A run that is given up must not be kept alive by its monitor.
  worker.unref()
  return window
}

/** Until the thread has opened, ended or taken too long: the window itself tells which. */
function awaitOpening(worker: Worker, limitMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, limitMs)
  worker.once('message', () => resolve())
  worker.once('exit', () => resolve())
  return promise.finally(() => clearTimeout(timer))
}

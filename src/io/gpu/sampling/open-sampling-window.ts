import { Worker } from 'node:worker_threads'
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
  const worker = new Worker(getSamplingWorkerUrl(), {
    workerData: full,
    // Options of the main program, such as a test runner or inspector, must not apply to this thread.
    execArgv: [],
    name: 'warpgauge-sampling',
    // Without a limit, V8 accumulates garbage during long runs; the samples are stored outside its heap.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 },
  })
  const window = new SamplingWindow(worker, full, limits.closeLimitMs)
  await awaitOpening(worker, limits.openLimitMs ?? defaultOpenLimitMs)
  // The monitor must not keep an aborted run alive.
  worker.unref()
  return window
}

/** Resolves when the thread has opened, ended or timed out; the window reports which. */
function awaitOpening(worker: Worker, limitMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, limitMs)
  worker.once('message', () => resolve())
  worker.once('exit', () => resolve())
  return promise.finally(() => clearTimeout(timer))
}

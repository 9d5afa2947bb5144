import { isMainThread, Worker } from 'node:worker_threads'
import { getStopSignal } from './cancel-on-signals.ts'
import { endProcess } from './own-process.ts'

const running = new Set<Worker>()

/** Starts a thread that may block in a driver; it does not keep this process from ending. */
export function startThread(url: URL, name: string, workerData: unknown): Worker {
  const worker = new Worker(url, {
    workerData,
    // Options of the main program, such as a test runner or inspector, must not apply to this thread.
    execArgv: [],
    name,
    // Without a limit, V8 accumulates garbage during long runs; the samples are stored outside its heap.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 },
  })
  if (!isMainThread) return worker
  running.add(worker)
  worker.once('exit', () => running.delete(worker))
  // As the last listener, because nothing runs after it.
  process.off('exit', endDespiteThreads)
  process.on('exit', endDespiteThreads)
  return worker
}

/** Resolves with the first message; null after the limit, at the end of the thread, or when this process shall end. */
export function awaitMessage(worker: Worker, limitMs: number): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const stopWaiting = (): void => resolve(null)
  const timer = setTimeout(stopWaiting, limitMs)
  const stop = getStopSignal()
  stop?.addEventListener('abort', stopWaiting)
  worker.once('message', resolve)
  worker.once('exit', stopWaiting)
  return promise.finally(() => {
    clearTimeout(timer)
    stop?.removeEventListener('abort', stopWaiting)
  })
}

/** Ends a thread without waiting for it: one that blocks in a driver cannot be ended. */
export function leaveThread(worker: Worker): void {
  void worker.terminate()
  // `terminate` makes this process wait for the thread.
  worker.unref()
}

/** At its end Node would wait for a thread that blocks in a driver. */
function endDespiteThreads(code: number): void {
  if (running.size > 0) endProcess(Number(process.exitCode ?? code))
}

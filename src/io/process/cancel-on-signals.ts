import { EnvironmentError } from '../../domain/core/errors.ts'

// SIGHUP: the terminal was closed.
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

let stopSignal: AbortSignal | null = null

/** Whether a program was ended as this process is asked to end: both get the signal of a terminal. */
export function isStopSignal(signal: string | null): boolean {
  return signals.some((name) => name === signal)
}

/** Creates the error of a run that was asked to end. */
export function createCancellation(): EnvironmentError {
  return new EnvironmentError(
    'warpgauge received a stop signal',
    'Start it again; --resume (input resume) continues a run.',
  )
}

/** Aborts when this process is asked to end; null in a command that ends by the signal itself. */
export function getStopSignal(): AbortSignal | null {
  return stopSignal
}

/** Runs work that may not notice the signal, and rejects as soon as this process is asked to end. */
export async function runUntilStopped<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal, release } = cancelOnSignals()
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason))
  return await Promise.race([work(signal), promise]).finally(release)
}

/** Aborts when the process is asked to end, so that children are killed and the run folder is saved. */
export function cancelOnSignals(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController()
  const abort = (): void => controller.abort(createCancellation())
  for (const signal of signals) process.on(signal, abort)
  const outer = stopSignal
  stopSignal = controller.signal
  return {
    signal: controller.signal,
    release: () => {
      stopSignal = outer
      for (const signal of signals) process.off(signal, abort)
    },
  }
}

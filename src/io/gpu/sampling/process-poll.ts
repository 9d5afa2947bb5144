import { setTimeout as delay } from 'node:timers/promises'
import type { GpuProcess, GpuReading } from '../../../domain/telemetry/gpu.ts'

type ProcessOfGpu = GpuProcess & { readonly gpu: number }

/** Polls a tool for the processes on the GPUs and attaches each answer to the next readings. */
export type ProcessPoll = Disposable & {
  readonly attach: (readings: readonly GpuReading[]) => readonly GpuReading[]
  /** A trial has started, and may end before the next poll is due. */
  readonly lookSoon: () => void
}

/** A poll takes about 30 ms; at longer intervals the memory of complete stages would be missed. */
const everyMs = 2000
/** The first poll comes early, because many commands are short. */
const firstMs = 1000
const soonMs = 200

/** `ask` returns null when the tool cannot list processes; readings then have none. */
export function pollProcesses(ask: () => Promise<readonly ProcessOfGpu[] | null>): ProcessPoll {
  const controller = new AbortController()
  let found: readonly ProcessOfGpu[] | null = null
  const pause = (ms: number): Promise<void> =>
    delay(ms, undefined, { signal: controller.signal, ref: false }).catch(() => undefined)
  const pollOnce = async (): Promise<void> => {
    found = (await ask()) ?? found
  }
  const poll = async (): Promise<void> => {
    for (let pauseMs = firstMs; !controller.signal.aborted; pauseMs = everyMs) {
      await pollOnce()
      await pause(pauseMs)
    }
  }
  const pollAfter = async (ms: number): Promise<void> => {
    await pause(ms)
    if (!controller.signal.aborted) await pollOnce()
  }
  void poll()
  return {
    attach(readings) {
      const processes = found
      found = null
      if (processes === null) return readings
      return readings.map((reading) => ({ ...reading, processes: processes.filter(({ gpu }) => gpu === reading.gpu) }))
    },
    lookSoon: () => void pollAfter(soonMs),
    [Symbol.dispose]: () => controller.abort(),
  }
}

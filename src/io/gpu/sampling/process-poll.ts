import { setTimeout as delay } from 'node:timers/promises'
import type { GpuProcess, GpuReading } from '../../../domain/telemetry/gpu.ts'

type ProcessOfGpu = GpuProcess & { readonly gpu: number }

/** Asks a tool now and then which processes are on the GPUs, and gives each answer to the next readings. */
export type ProcessPoll = Disposable & {
  readonly attach: (readings: readonly GpuReading[]) => readonly GpuReading[]
  /** A trial has begun, which may be over before the next look is due. */
  readonly lookSoon: () => void
}

/** A tool takes some 30 ms for an answer; rarer looks would miss the memory of whole stages. */
const everyMs = 2000
/** The first look comes soon, since many commands are short. */
const firstMs = 1000
const soonMs = 200

/** `ask` gives null when the tool cannot tell; its readings then go on without. */
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

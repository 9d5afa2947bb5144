import type { GpuIdentity, GpuProcess, GpuReading } from '../../../domain/telemetry/gpu.ts'
import { ImpossibleValues } from '../../../domain/telemetry/impossible-values.ts'
import type { GpuMonitor, LiveReadings } from '../../../ports/gpu-monitor.ts'
import { getStopSignal } from '../../process/own-process.ts'
import { openSamplingWindow, type SamplingWindow } from '../sampling/sampling-window.ts'
import { identifyGpus, listToolProcesses, openSmiStream, type SmiKind } from './smi-tools.ts'
import type { EnvironmentVariables } from '../../../domain/core/child-environment.ts'
import { setTimeout as delay } from 'node:timers/promises'

type ToolMonitorOptions = {
  readonly kind: SmiKind
  readonly env: EnvironmentVariables
  readonly gpus: readonly GpuIdentity[]
  /** Why the monitors before it in order are not used; null: this one was requested, or is the first. */
  readonly reason: string | null
  readonly runId: string | null
}

/** A monitor on top of a command-line tool, which it starts for each window and asks again for settings after one. */
export function createToolMonitor({ kind, env, gpus, reason, runId }: ToolMonitorOptions): GpuMonitor & LiveReadings {
  const latest = new Map<number, GpuReading>()
  // What a window watched can have changed the settings, so the tool is asked again after one.
  let known: readonly GpuIdentity[] | null = gpus
  const listProcesses = async (among: readonly number[]): Promise<readonly ProcessOfGpu[] | null> => {
    const found = await listToolProcesses(kind, env, gpus)
    return found && found.filter(({ gpu }) => among.includes(gpu))
  }
  return {
    kind,
    reason,
    hasCounters: false,
    identify: async () => (known ??= await identifyGpus(kind, env)),
    listProcesses,
    readLatest: (wanted) => wanted.flatMap((gpu) => latest.get(gpu) ?? []),
    /**
     * Resolves after the first reading, so that a short command is sampled, or when no reading is possible. Starts the
     * tool first: its start-up is not part of the window.
     */
    async open(options) {
      known = null
      let news = Promise.withResolvers<void>()
      const problems: string[] = []
      let window: SamplingWindow | null = null
      let hasProblem = false
      const report = (problem: string): void => {
        if (window) window.report(problem)
        else problems.push(problem)
      }
      const poll = pollProcesses(() => listProcesses(options.gpus), options.keepsMemory ? memoryMs : everyMs)
      const stream = openSmiStream(kind, {
        env,
        gpus: options.gpus,
        intervalMs: options.intervalMs,
        onReadings: (readings) => {
          for (const reading of readings) latest.set(reading.gpu, new ImpossibleValues().drop(reading))
          window?.push(poll.attach(readings))
          news.resolve()
        },
        onProblem: (problem) => {
          report(problem)
          hasProblem = true
          news.resolve()
        },
        onGap: report,
      })
      const stop = getStopSignal()
      const stopWaiting = (): void => news.resolve()
      stop?.addEventListener('abort', stopWaiting)
      await news.promise
      const hooks = {
        onFollow: poll.lookSoon,
        beforeClose: async () => {
          poll[Symbol.dispose]()
          await stream.close()
        },
      }
      window = await openSamplingWindow({ ...options, source: { kind: 'pushed' }, monitor: kind, runId }, hooks)
      for (const problem of problems) window.report(problem)
      news = Promise.withResolvers<void>()
      if (!hasProblem && !stop?.aborted) await news.promise
      stop?.removeEventListener('abort', stopWaiting)
      return window
    },
    [Symbol.asyncDispose]: async () => latest.clear(),
  }
}

type ProcessOfGpu = GpuProcess & { readonly gpu: number }

/** Polls a tool for the processes on the GPUs and attaches each answer to the next readings. */
type ProcessPoll = Disposable & {
  readonly attach: (readings: readonly GpuReading[]) => readonly GpuReading[]
  /** A trial has started, and may end before the next poll is due. */
  readonly lookSoon: () => void
}

/** A poll takes about 30 ms; at longer intervals the memory of complete stages would be missed. */
const everyMs = 2000
/** Interval of a case that measures memory, which may use more processor time. */
const memoryMs = 500
/** The first poll comes early, because many commands are short. */
const firstMs = 1000
const soonMs = 200

/** `ask` returns null when the tool cannot list processes; readings then have none. */
export function pollProcesses(
  ask: () => Promise<readonly ProcessOfGpu[] | null>,
  intervalMs: number = everyMs,
): ProcessPoll {
  const controller = new AbortController()
  let found: readonly ProcessOfGpu[] | null = null
  const pause = (ms: number): Promise<void> =>
    delay(ms, undefined, { signal: controller.signal, ref: false }).catch(() => undefined)
  const pollOnce = async (): Promise<void> => {
    found = (await ask()) ?? found
  }
  const poll = async (): Promise<void> => {
    for (let pauseMs = Math.min(firstMs, intervalMs); !controller.signal.aborted; pauseMs = intervalMs) {
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

import {
  type GpuIdentity,
  type GpuProcess,
  type GpuReading,
  createUnavailableReading,
} from '../../src/domain/telemetry/gpu.ts'
import type { GpuSource } from '../../src/io/gpu/gpu-source.ts'
import type { GpuEvent } from '../../src/record/telemetry.ts'

type Seen = GpuProcess & { readonly gpu: number }

/** What the stand-in does; it is made inside the sampling thread, so only plain values reach it. */
export type ReplayOptions = {
  /** Fields of the readings, one after the other; the last one is repeated. */
  readonly readings?: readonly Partial<GpuReading>[]
  readonly processes?: readonly Seen[] | null
  /** The energy counter grows by this much per second; null: there is none. */
  readonly counterWatts?: number | null
  readonly events?: readonly GpuEvent[]
  /** From this reading on: throw, end the thread, or hang in it for ever. */
  readonly trouble?: { readonly fromReading: number; readonly kind: 'throw' | 'exit' | 'hang' }
  readonly failsToOpen?: string
}

/** A reading of a GPU that offers nothing. */
export function aReading(overrides: Partial<GpuReading> = {}): GpuReading {
  return { ...createUnavailableReading(0, 0), ...overrides }
}

/** Named by the sampling thread. */
export function openSource(options: unknown): GpuSource {
  return new ReplayGpuSource(options as ReplayOptions)
}

class ReplayGpuSource implements GpuSource {
  readonly #options: ReplayOptions
  #taken = 0
  #events: readonly GpuEvent[]

  constructor(options: ReplayOptions) {
    if (options.failsToOpen !== undefined) throw new Error(options.failsToOpen)
    this.#options = options
    this.#events = options.events ?? []
  }

  identify(): readonly GpuIdentity[] {
    return []
  }

  read(gpus: readonly number[], timeMs: number): readonly GpuReading[] {
    const { readings = [], trouble } = this.#options
    if (trouble && this.#taken >= trouble.fromReading) makeTrouble(trouble.kind)
    const fields = readings[Math.min(this.#taken, readings.length - 1)] ?? {}
    this.#taken += 1
    return gpus.map((gpu) => aReading({ ...fields, gpu, timeMs }))
  }

  listProcesses(gpus: readonly number[]): readonly Seen[] | null {
    return this.#options.processes?.filter(({ gpu }) => gpus.includes(gpu)) ?? null
  }

  readEnergyJoules(gpus: readonly number[]): ReadonlyMap<number, number | null> {
    const { counterWatts = null } = this.#options
    const joules = counterWatts === null ? null : (performance.now() / 1000) * counterWatts
    return new Map(gpus.map((gpu) => [gpu, joules]))
  }

  readEvents(): readonly GpuEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  [Symbol.dispose](): void {}
}

function makeTrouble(kind: 'throw' | 'exit' | 'hang'): void {
  if (kind === 'throw') throw new Error('GPU is lost')
  if (kind === 'exit') process.exit(9)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

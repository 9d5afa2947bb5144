import { EnvironmentError, UnansweredError } from '../../../domain/core/errors.ts'
import type { DriverIdentity, GpuIdentity, GpuProcess, GpuReading } from '../../../domain/telemetry/gpu.ts'
import { ImpossibleValues } from '../../../domain/telemetry/impossible-values.ts'
import type { GpuMonitor, GpuWindow, GpuWindowOptions, LiveReadings } from '../../../ports/gpu-monitor.ts'
import type { NvmlSource } from './nvml-source.ts'
import { openSamplingWindow } from '../sampling/sampling-window.ts'

export type NvmlMonitorOptions = {
  /** For occasional queries on the main thread; the sampling thread opens its own source. */
  readonly source: NvmlSource
  readonly libraryPath: string | null
  readonly runId: string | null
}

/** Samples with the NVIDIA driver's library in a worker thread. */
export class NvmlMonitor implements GpuMonitor, LiveReadings {
  readonly kind = 'nvml'
  readonly reason = null
  readonly hasCounters = true
  readonly #options: NvmlMonitorOptions

  constructor(options: NvmlMonitorOptions) {
    this.#options = options
  }

  async identify(): Promise<readonly GpuIdentity[]> {
    return this.#options.source.identify()
  }

  identifyDriver(): DriverIdentity {
    return this.#options.source.identifyDriver()
  }

  async listProcesses(gpus: readonly number[]): Promise<readonly (GpuProcess & { readonly gpu: number })[] | null> {
    const lists = gpus.map((gpu) => this.#listProcessesOn(gpu))
    return lists.every((list) => list === null) ? null : lists.flatMap((list) => list ?? [])
  }

  /** The window says why the driver refuses a list. */
  #listProcessesOn(gpu: number): ReturnType<NvmlSource['listProcesses']> {
    try {
      return this.#options.source.listProcesses([gpu])
    } catch (error) {
      if (error instanceof EnvironmentError && !(error instanceof UnansweredError)) return null
      throw error
    }
  }

  readLatest(gpus: readonly number[]): readonly GpuReading[] {
    try {
      return this.#options.source.read(gpus, Date.now()).map((reading) => new ImpossibleValues().drop(reading))
    } catch (error) {
      if (error instanceof UnansweredError) return []
      throw error
    }
  }

  open(options: GpuWindowOptions): Promise<GpuWindow> {
    const { libraryPath, runId } = this.#options
    return openSamplingWindow({ ...options, source: { kind: 'nvml', libraryPath }, monitor: this.kind, runId })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#options.source[Symbol.dispose]()
  }
}

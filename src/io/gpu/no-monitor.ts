import type { GpuIdentity, GpuReading } from '../../domain/telemetry/gpu.ts'
import type { GpuMonitor, GpuWindow, GpuWindowOptions, LiveReadings } from '../../ports/gpu-monitor.ts'
import { openSamplingWindow } from './sampling/open-sampling-window.ts'

/** Used when no tool finds a GPU: windows sample the host only and state the reason. */
export class NoMonitor implements GpuMonitor, LiveReadings {
  readonly kind = 'none'
  readonly hasCounters = false
  readonly reason: string
  readonly #runId: string | null

  constructor(reason: string, runId: string | null) {
    this.reason = reason
    this.#runId = runId
  }

  async identify(): Promise<readonly GpuIdentity[]> {
    return []
  }

  /** Null: unknown, not empty. */
  async listProcesses(): Promise<null> {
    return null
  }

  readLatest(): readonly GpuReading[] {
    return []
  }

  async open(options: GpuWindowOptions): Promise<GpuWindow> {
    const request = {
      ...options,
      gpus: [],
      source: { kind: 'pushed' },
      monitor: this.kind,
      runId: this.#runId,
    } as const
    const window = await openSamplingWindow(request)
    window.report(`GPU figures are unavailable: ${this.reason}`)
    return window
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Nothing to release.
  }
}

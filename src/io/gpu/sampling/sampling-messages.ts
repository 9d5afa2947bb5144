import type { GpuReading } from '../../../domain/telemetry/gpu.ts'
import type { HostTrack } from '../../../domain/telemetry/host-summary.ts'
import type { GpuTrack } from '../../../domain/telemetry/telemetry-summary.ts'
import type { GpuWindowOptions } from '../../../ports/gpu-monitor.ts'
import type { TelemetrySummary } from '../../../record/telemetry.ts'

/** Origin of the readings: a source opened inside the thread, or an external tool that pushes them. */
export type SourceChoice =
  | { readonly kind: 'nvml'; readonly libraryPath: string | null }
  /** A module that exports `openSource(options)`, which returns a GpuSource. */
  | { readonly kind: 'module'; readonly url: string; readonly options: unknown }
  | { readonly kind: 'pushed' }

export type SamplingRequest = GpuWindowOptions & {
  readonly source: SourceChoice
  /** Monitor name as stored in files: `nvidia-smi` etc. */
  readonly monitor: string
  /** Stored in the HDF5 file; null: unknown. */
  readonly runId: string | null
  /** Process that starts the trials: its reaped children give the final CPU time of the followed process. */
  readonly ownPid: number
}

/** Messages to the sampling thread. */
export type SamplingCommand =
  /** Times in ms since the epoch. */
  | { readonly type: 'follow'; readonly pid: number; readonly timeMs: number }
  | { readonly type: 'ended'; readonly timeMs: number }
  | { readonly type: 'stage'; readonly stage: string | null }
  | { readonly type: 'push'; readonly readings: readonly GpuReading[] }
  | { readonly type: 'problem'; readonly problem: string }
  | { readonly type: 'close' }

/** Messages from the sampling thread. */
export type SamplingReport =
  | { readonly type: 'opened'; readonly startedMs: number }
  | { readonly type: 'closed'; readonly recording: Recording }

/** The result of a window. */
export type Recording = {
  readonly summary: TelemetrySummary
  readonly tracks: readonly GpuTrack[]
  readonly host: HostTrack | null
}

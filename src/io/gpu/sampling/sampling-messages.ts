import type { GpuReading } from '../../../domain/telemetry/gpu.ts'
import type { HostTrack } from '../../../domain/telemetry/host-summary.ts'
import type { GpuTrack } from '../../../domain/telemetry/telemetry-summary.ts'
import type { TelemetrySummary } from '../../../domain/telemetry/telemetry.ts'
import type { GpuWindowOptions } from '../../../ports/gpu-monitor.ts'

/** Where readings come from: a source made inside the thread, by name, or a tool outside that pushes them. */
export type SourceChoice =
  | { readonly kind: 'nvml'; readonly libraryPath: string | null }
  /** A module that exports `openSource(options)`, which gives a GpuSource. */
  | { readonly kind: 'module'; readonly url: string; readonly options: unknown }
  | { readonly kind: 'pushed' }

export type SamplingRequest = GpuWindowOptions & {
  readonly source: SourceChoice
  /** `nvml`, `nvidia-smi` …, as it stands in the files. */
  readonly monitor: string
  /** Written into the HDF5 file; null: not known. */
  readonly runId: string | null
  /** Process that starts the trials: what it reaps tells the last CPU time of the followed process. */
  readonly ownPid: number
}

/** To the sampling thread. */
export type SamplingCommand =
  /** Times in milliseconds since the epoch. */
  | { readonly type: 'follow'; readonly pid: number; readonly timeMs: number }
  | { readonly type: 'ended'; readonly timeMs: number }
  | { readonly type: 'stage'; readonly stage: string | null }
  | { readonly type: 'push'; readonly readings: readonly GpuReading[] }
  | { readonly type: 'problem'; readonly problem: string }
  | { readonly type: 'close' }

/** From the sampling thread. */
export type SamplingReport =
  | { readonly type: 'opened'; readonly startedMs: number }
  | { readonly type: 'closed'; readonly recording: Recording }

/** A window with all that it kept. */
export type Recording = {
  readonly summary: TelemetrySummary
  readonly tracks: readonly GpuTrack[]
  readonly host: HostTrack | null
}

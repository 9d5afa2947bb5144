import type { GpuIdentity, GpuProcess, GpuReading } from '../../domain/telemetry/gpu.ts'
import type { ActivityReading } from '../../domain/telemetry/gpu-work.ts'
import type { GpuEvent } from '../../record/telemetry.ts'

/** Utilization samples that the driver has recorded and not yet overwritten. */
export type UtilizationSamples =
  /** Ascending times in µs of the driver's clock, and utilization in percent since the previous sample. */
  | { readonly status: 'samples'; readonly timesUs: readonly number[]; readonly percents: readonly number[] }
  /** No samples; some drivers record none while the GPU is idle. */
  | { readonly status: 'empty' }
  | { readonly status: 'unavailable'; readonly reason: string }

/** Reads GPUs synchronously, by physical index. Created inside the sampling thread. All times: ms since the epoch. */
export interface GpuSource extends Disposable {
  identify(): readonly GpuIdentity[]
  /** One reading per GPU, in the order of `gpus`; unavailable fields are null. Cheap: called at every tick. */
  read(gpus: readonly number[], timeMs: number): readonly GpuReading[]
  /** Like `read` without expensive counters; absent: `read` has none. */
  readVitals?(gpus: readonly number[], timeMs: number): readonly GpuReading[]
  /** Like `read`, always with the expensive counters, so that they cover the time up to now; absent: `read` suffices. */
  readCounters?(gpus: readonly number[], timeMs: number): readonly GpuReading[]
  /** Processes with a context, by GPU; null when unavailable. More expensive than `read`, so called less often. */
  listProcesses(gpus: readonly number[]): readonly (GpuProcess & { readonly gpu: number })[] | null
  /**
   * Joules since the driver was loaded, by GPU; null without a counter. About 3 ms per call, so called at edges only.
   */
  readEnergyJoules(gpus: readonly number[]): ReadonlyMap<number, number | null>
  /**
   * All entries of the driver's utilization buffer. About 3 ms per call and GPU, however many are new. Absent: the
   * source has no such buffer.
   */
  readUtilizationSamples?(gpu: number): UtilizationSamples
  /** Starts a new activity measurement. Returns the reason when unavailable, otherwise null. About 1 ms per call. */
  beginActivity?(gpu: number, now: () => number): string | null
  /**
   * Activity since `beginActivity`; null when unavailable. `now` provides the time of sampling. About 1 ms per call.
   */
  readActivity?(gpu: number, now: () => number): ActivityReading | null
  /** Sentences about GPUs that this process must not open; absent: the source shows only others. */
  listForbidden?(): readonly string[]
  /** XID and ECC events since the last call; empty also where the source cannot read events. */
  readEvents(): readonly GpuEvent[]
}

import type { GpuEvent, GpuIdentity, GpuProcess, GpuReading } from '../../domain/telemetry/gpu.ts'

/** What a GPU's driver noted by itself since a moment. */
export type UtilizationSamples =
  /** Ascending times in microseconds of the driver's clock, and the percent of the time since the sample before. */
  | { readonly status: 'samples'; readonly timesUs: readonly number[]; readonly percents: readonly number[] }
  /** Nothing new; some drivers note nothing while the GPU is idle. */
  | { readonly status: 'empty' }
  | { readonly status: 'unavailable'; readonly reason: string }

/** Activity of a GPU since `beginActivity`, in milliseconds. Null: the counter gave no value. */
export type GpuActivity = {
  readonly timeMs: number
  readonly dramMs: number | null
  readonly graphicsMs: number | null
}

/** Reads GPUs once per call. Implementations are made inside the sampling thread, by name. */
export interface GpuSource extends Disposable {
  identify(): readonly GpuIdentity[]
  /** One reading per GPU, in the order of `gpus`; fields it cannot offer are null. Cheap: called at every tick. */
  read(gpus: readonly number[], timeMs: number): readonly GpuReading[]
  /** The same without counters that are dear to read; absent: `read` has none. */
  readVitals?(gpus: readonly number[], timeMs: number): readonly GpuReading[]
  /** Processes with a context, by GPU; null when it cannot tell. Dearer: called less often. */
  listProcesses(gpus: readonly number[]): readonly (GpuProcess & { readonly gpu: number })[] | null
  /** Joules since the driver was loaded, by GPU; null where there is no counter. About 3 ms a call: only at edges. */
  readEnergyJoules(gpus: readonly number[]): ReadonlyMap<number, number | null>
  /**
   * What the driver's utilization buffer noted after `afterUs`; 0 for all that it holds. About 3 ms a call and GPU. Absent:
   * the source has no such buffer.
   */
  readUtilizationSamples?(gpu: number, afterUs: number): UtilizationSamples
  /** Begins to count activity anew; the reason why it cannot, null when it does. About 1 ms a call. */
  beginActivity?(gpu: number, now: () => number): string | null
  /** Activity since `beginActivity`; null when it cannot be told. `now` stamps the moment of sampling. About 1 ms a call. */
  readActivity?(gpu: number, now: () => number): GpuActivity | null
  /** XID and ECC events since the last call. */
  readEvents(): readonly GpuEvent[]
}

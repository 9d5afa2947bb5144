import type { GpuEvent, GpuIdentity, GpuProcess, GpuReading } from '../../domain/gpu.ts'

/** Reads GPUs once per call. Implementations are made inside the sampling thread, by name. */
export interface GpuSource extends Disposable {
  identify(): readonly GpuIdentity[]
  /** One reading per GPU, in the order of `gpus`; fields it cannot offer are null. Cheap: called at every tick. */
  read(gpus: readonly number[], timeMs: number): readonly GpuReading[]
  /** Processes with a context, by GPU; null when it cannot tell. Dearer: called less often. */
  processes(gpus: readonly number[]): readonly (GpuProcess & { readonly gpu: number })[] | null
  /** Joules since the driver was loaded, by GPU; null where there is no counter. About 3 ms a call: only at edges. */
  energyJoules(gpus: readonly number[]): ReadonlyMap<number, number | null>
  /** XID and ECC events since the last call. */
  events(): readonly GpuEvent[]
}

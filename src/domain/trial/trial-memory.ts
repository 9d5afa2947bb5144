/** Memory at one moment of a trial. */
export type MemoryPoint = {
  /** Since the start of the process. */
  readonly seconds: number
  readonly bytes: number
}

/**
 * `device`: total use of the GPU, from the driver. `own`: use by the trial's processes. `resident`: main memory of
 * the trial's processes. `allocated`, `reserved`: from the pipeline's allocator.
 */
export type MemoryQuantity = 'device' | 'own' | 'resident' | 'allocated' | 'reserved'

/** Memory over a trial, in at most a few hundred points. */
export type MemorySeries = {
  readonly quantity: MemoryQuantity
  /** Null for main memory. */
  readonly gpu: number | null
  readonly points: readonly MemoryPoint[]
}

/** GPU memory in use before and after the process. */
export type DeviceRemainder = { readonly gpu: number; readonly beforeBytes: number; readonly afterBytes: number }

/** Memory over the time of one trial. */
export type TrialMemory = {
  readonly series: readonly MemorySeries[]
  readonly remainders: readonly DeviceRemainder[]
  /** End times of repeated stages, in seconds since the start. */
  readonly visits: readonly StageVisits[]
}

/** A stage that ran several times, because the pipeline repeats its work in one process. */
export type StageVisits = { readonly stage: string; readonly endsSeconds: readonly number[] }

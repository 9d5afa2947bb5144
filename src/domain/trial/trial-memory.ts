/** Memory at one moment of a trial. */
export type MemoryPoint = {
  /** Since the start of the process. */
  readonly seconds: number
  readonly bytes: number
}

/**
 * `device`: all that is used on the GPU, by the driver. `own`: what the trial's processes use of it. `resident`: main memory
 * of the trial's processes. `allocated`, `reserved`: of the pipeline's own allocator.
 */
export type MemoryQuantity = 'device' | 'own' | 'resident' | 'allocated' | 'reserved'

/** How memory went over a trial, in at most a few hundred points. */
export type MemorySeries = {
  readonly quantity: MemoryQuantity
  /** Null for main memory. */
  readonly gpu: number | null
  readonly points: readonly MemoryPoint[]
}

/** What lay on a GPU before the process and after it. */
export type DeviceRemainder = { readonly gpu: number; readonly beforeBytes: number; readonly afterBytes: number }

/** Memory over the time of one trial. */
export type TrialMemory = {
  readonly series: readonly MemorySeries[]
  readonly remainders: readonly DeviceRemainder[]
  /** When each of several visits to one and the same stage ended, seconds since the start, by stage. */
  readonly visits: readonly StageVisits[]
}

/** A stage that came again and again, as it does when a pipeline repeats its work inside one process. */
export type StageVisits = { readonly stage: string; readonly endsSeconds: readonly number[] }

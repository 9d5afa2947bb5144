import type { OutOfMemorySigns } from './out-of-memory-signs.ts'
import type { DataLoaderReading, PackingReading, PipelineReading } from './pipeline-reading.ts'

/** The batches of one stage on one GPU, by the pipeline's own word. Null: not told. */
export type ShardReading = {
  readonly stage: string
  readonly gpu: number | null
  readonly batches: number
  readonly sequences: number | null
  readonly tokens: number | null
  /** Rows times the longest row, summed over the batches. */
  readonly paddedTokens: number | null
  readonly packing: PackingReading | null
  readonly dataLoader: DataLoaderReading | null
  /** All waits for data together. */
  readonly waitSeconds: number | null
  /** From the start of the stage to its last batch; null when either is not told. */
  readonly seconds: number | null
}

/** What the pipeline's own allocator held. */
export type AllocatorReading = {
  readonly stage: string | null
  readonly gpu: number | null
  readonly allocatedBytes: number
  readonly reservedBytes: number
  /** `peak`: the most of a stage; `failure`: at the moment when memory ran out. */
  readonly when: 'peak' | 'failure'
}

/** What a pipeline said about one trial beside the seconds of its stages, small enough for the run record. */
export type PipelineFigures = Pick<PipelineReading, 'counts' | 'workers' | 'packing' | 'dataLoader' | 'warnings'> & {
  readonly shards: readonly ShardReading[]
  readonly allocator: readonly AllocatorReading[]
  /** Null: its output could not be searched. */
  readonly outOfMemory: OutOfMemorySigns | null
}

/** Nothing told, nothing searched. */
export const silentFigures: PipelineFigures = {
  counts: { sequences: null, predictions: null, consensus: null },
  workers: [],
  packing: null,
  dataLoader: null,
  warnings: null,
  shards: [],
  allocator: [],
  outOfMemory: null,
}

import type { OutOfMemorySigns } from './out-of-memory-signs.ts'
import type { DataLoaderReading, PackingReading, PipelineReading } from './pipeline-reading.ts'

/** Batches of one stage on one GPU, as reported by the pipeline. Null: not reported. */
export type ShardReading = {
  readonly stage: string
  readonly gpu: number | null
  readonly batches: number
  readonly sequences: number | null
  readonly tokens: number | null
  /** Rows times longest row, summed over batches. */
  readonly paddedTokens: number | null
  readonly packing: PackingReading | null
  readonly dataLoader: DataLoaderReading | null
  /** Total wait for data. */
  readonly waitSeconds: number | null
  /** From stage start to last batch; null if either is not reported. */
  readonly seconds: number | null
}

/** Memory of the pipeline's own allocator. */
export type AllocatorReading = {
  readonly stage: string | null
  readonly gpu: number | null
  readonly allocatedBytes: number
  readonly reservedBytes: number
  /** `peak`: maximum of a stage. `failure`: when memory ran out. */
  readonly when: 'peak' | 'failure'
}

/** What a pipeline reported about one trial apart from stage times, small enough for the run record. */
export type PipelineFigures = Pick<PipelineReading, 'counts' | 'workers' | 'packing' | 'dataLoader' | 'warnings'> & {
  readonly shards: readonly ShardReading[]
  readonly allocator: readonly AllocatorReading[]
  /** Null: the output could not be searched. */
  readonly outOfMemory: OutOfMemorySigns | null
}

/** No report from the pipeline. */
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

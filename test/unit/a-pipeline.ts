import { silentFigures } from '../../src/domain/trial/pipeline-reading.ts'
import type {
  PipelineFigures,
  ShardReading,
  MemoryQuantity,
  MemorySeries,
  TrialMemory,
  WorkerReading,
} from '../../src/record/pipeline.ts'

/** A pipeline whose output was searched and said nothing. */
export function pipelineThatTold(overrides: Partial<PipelineFigures> = {}): PipelineFigures {
  return { ...silentFigures, outOfMemory: { lines: [], count: 0, reductions: 0, unread: [] }, ...overrides }
}

export function aShard(overrides: Partial<ShardReading> = {}): ShardReading {
  return {
    stage: 'esm2',
    gpu: 0,
    batches: 100,
    sequences: 1000,
    tokens: 90_000,
    paddedTokens: 100_000,
    packing: null,
    dataLoader: null,
    waitSeconds: 0.1,
    seconds: 10,
    ...overrides,
  }
}

/** A worker whose rate tells how long it took. */
export function aWorker(worker: number, sequences: number, sequencesPerSecond: number): WorkerReading {
  return {
    worker,
    status: 'completed',
    sequences,
    sequencesPerSecond,
    tokensPerSecond: null,
    seconds: sequences / sequencesPerSecond,
    error: null,
  }
}

/** `levels` bytes, one repeat a second with ten points each. */
export function repeatedSeries(
  quantity: MemoryQuantity,
  levels: readonly number[],
  gpu: number | null = 0,
): MemorySeries {
  const points = levels.flatMap((bytes, repeat) =>
    Array.from({ length: 10 }, (_, index) => ({ seconds: repeat + (index + 1) / 10, bytes })),
  )
  return { quantity, gpu, points }
}

export function someMemory(series: readonly MemorySeries[], overrides: Partial<TrialMemory> = {}): TrialMemory {
  return { series, remainders: [], visits: [], ...overrides }
}

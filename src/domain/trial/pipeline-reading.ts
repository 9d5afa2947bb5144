import type { StageTime } from './stage-usage.ts'

/** Rows and sequences by the pipeline's own word. Null: not told. Proof of work are the result tables, not these. */
export type PipelineCounts = {
  /** Input sequences. The closing `Sequences processed` adds two stages and is never read (W15). */
  readonly sequences: number | null
  /** Rows with one prediction each. */
  readonly predictions: number | null
  /** Rows of the consensus table. */
  readonly consensus: number | null
}

/** One worker process of a run on several GPUs. */
export type WorkerReading = {
  /** Its number, from 0. */
  readonly worker: number
  readonly status: 'completed' | 'failed' | 'unfinished'
  readonly sequences: number | null
  readonly sequencesPerSecond: number | null
  readonly tokensPerSecond: number | null
  /** Sequences by their rate, which is inference alone (W27); in a manifest, from its creation to the end of the shard. */
  readonly seconds: number | null
  readonly error: string | null
}

/** How full the batches were. */
export type PackingReading = {
  /** Tokens used, divided by batches times token budget; null with the reason when it cannot be computed. */
  readonly efficiency: number | null
  readonly tokens: number | null
  readonly batches: number | null
  readonly tokenBudget: number | null
  /** Of the batches whose own tokens are told: the lowest, and how many are below 80 %. */
  readonly lowest: number | null
  readonly batchesBelow80: number | null
  /** Share that the pipeline printed last; above 1 it is impossible and never used (W14). */
  readonly printed: number | null
  readonly reason: string | null
}

/** How long the model waited for data. */
export type DataLoaderReading = {
  readonly waitMeanSeconds: number | null
  readonly waitP95Seconds: number | null
  readonly waitMaxSeconds: number | null
  /** Batches that told their queue state, by that state; the pipeline tells it of every tenth, or of all. */
  readonly batches: number
  readonly full: number
  readonly normal: number
  readonly starved: number
  /** Starved batches of those that told; null when none did. */
  readonly starvedShare: number | null
}

/** Warnings of low utilisation. */
export type UtilizationWarnings = {
  readonly mild: number
  readonly critical: number
  /** How often the pipeline looked: once in ten batches (W29); null when the batches are not known. */
  readonly checks: number | null
}

/** What a pipeline said about one of its runs, whatever format it said it in. */
export type PipelineReading = {
  readonly stages: readonly StageTime[]
  /** True when work was taken from an earlier run. */
  readonly isResumed: boolean
  /** Why the times of this run are no measurement, as sentences; empty when nothing speaks against them. */
  readonly invalid: readonly string[]
  /** By the pipeline's own summary. */
  readonly wallSeconds: number | null
  readonly counts: PipelineCounts
  readonly workers: readonly WorkerReading[]
  readonly packing: PackingReading | null
  readonly dataLoader: DataLoaderReading | null
  readonly warnings: UtilizationWarnings | null
}

/** Nothing told at all. */
export const silentPipeline: PipelineReading = {
  stages: [],
  isResumed: false,
  invalid: [],
  wallSeconds: null,
  counts: { sequences: null, predictions: null, consensus: null },
  workers: [],
  packing: null,
  dataLoader: null,
  warnings: null,
}

/**
 * One reading of several about the same run: stages, counts and figures from the first that has them; workers, doubts
 * and resumption from all.
 */
export function mergePipelineReadings(readings: readonly PipelineReading[]): PipelineReading {
  const findFirst = <Value>(pick: (reading: PipelineReading) => Value | null): Value | null =>
    readings.map(pick).find((value) => value !== null) ?? null
  return {
    stages: readings.find(({ stages }) => stages.length > 0)?.stages ?? [],
    isResumed: readings.some((reading) => reading.isResumed),
    invalid: [...new Set(readings.flatMap((reading) => reading.invalid))],
    wallSeconds: findFirst((reading) => reading.wallSeconds),
    counts: {
      sequences: findFirst((reading) => reading.counts.sequences),
      predictions: findFirst((reading) => reading.counts.predictions),
      consensus: findFirst((reading) => reading.counts.consensus),
    },
    workers: mergeWorkers(readings.flatMap((reading) => reading.workers)),
    packing:
      findFirst((reading) => ((reading.packing?.efficiency ?? null) === null ? null : reading.packing)) ??
      findFirst((reading) => reading.packing),
    dataLoader: findFirst((reading) => reading.dataLoader),
    warnings: findFirst((reading) => reading.warnings),
  }
}

/** A worker that two sources tell of keeps the worse status and every figure that one of them has. */
function mergeWorkers(workers: readonly WorkerReading[]): WorkerReading[] {
  const merged = new Map<number, WorkerReading>()
  for (const worker of workers) {
    const known = merged.get(worker.worker)
    merged.set(worker.worker, known ? mergeReports(known, worker) : worker)
  }
  return [...merged.values()].toSorted((one, other) => one.worker - other.worker)
}

function mergeReports(one: WorkerReading, other: WorkerReading): WorkerReading {
  const order = ['failed', 'unfinished', 'completed'] as const
  return {
    worker: one.worker,
    status: order.find((status) => one.status === status || other.status === status) ?? 'unfinished',
    sequences: one.sequences ?? other.sequences,
    sequencesPerSecond: one.sequencesPerSecond ?? other.sequencesPerSecond,
    tokensPerSecond: one.tokensPerSecond ?? other.tokensPerSecond,
    seconds: one.seconds ?? other.seconds,
    error: one.error ?? other.error,
  }
}

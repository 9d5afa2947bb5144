import type { StageTime } from './stage-usage.ts'

/** Rows and sequences reported by the pipeline. Null: not reported. Proof of work uses the result tables instead. */
export type PipelineCounts = {
  /** Input sequences. The final line `Sequences processed` adds up two stages and is ignored. */
  readonly sequences: number | null
  /** Rows with one prediction each. */
  readonly predictions: number | null
  /** Rows of the consensus table. */
  readonly consensus: number | null
}

/** A worker process of a multi-GPU run. */
export type WorkerReading = {
  /** Number of the worker, from 0. */
  readonly worker: number
  readonly status: 'completed' | 'failed' | 'unfinished'
  readonly sequences: number | null
  readonly sequencesPerSecond: number | null
  readonly tokensPerSecond: number | null
  /**
   * Sequences divided by their rate, which covers inference only; in a manifest, from its creation to the end of the
   * shard.
   */
  readonly seconds: number | null
  readonly error: string | null
}

/** Packing of the batches. */
export type PackingReading = {
  /** Tokens divided by batches times token budget; null with a reason if unknown. */
  readonly efficiency: number | null
  /** Range of the true efficiency where only rounded rates are reported; absent: exact. */
  readonly bounds?: readonly [number, number]
  readonly tokens: number | null
  readonly batches: number | null
  readonly tokenBudget: number | null
  /** Of batches with known tokens: the lowest efficiency, and the number below 80 %. */
  readonly lowest: number | null
  readonly batchesBelow80: number | null
  /** The last printed share; values above 1 are impossible and ignored. */
  readonly printed: number | null
  readonly reason: string | null
}

/** Time that the model waited for data. */
export type DataLoaderReading = {
  readonly waitMeanSeconds: number | null
  readonly waitP95Seconds: number | null
  readonly waitMaxSeconds: number | null
  /** Batches by reported queue state. The pipeline reports every tenth batch, or all. */
  readonly batches: number
  readonly full: number
  readonly normal: number
  readonly starved: number
  /** Share of starved batches among those with a state; null without any. */
  readonly starvedShare: number | null
}

/** Low-utilization warnings. */
export type UtilizationWarnings = {
  readonly mild: number
  readonly critical: number
  /** Number of utilization checks, one in ten batches; null if the batches are unknown. */
  readonly checks: number | null
}

/** What a pipeline reported about one run, in any format. */
export type PipelineReading = {
  readonly stages: readonly StageTime[]
  /** True if work was reused from an earlier run. */
  readonly isResumed: boolean
  /** Why the times are not valid, as sentences; empty if they are. */
  readonly invalid: readonly string[]
  /** Reported by the pipeline's summary. */
  readonly wallSeconds: number | null
  readonly counts: PipelineCounts
  readonly workers: readonly WorkerReading[]
  readonly packing: PackingReading | null
  readonly dataLoader: DataLoaderReading | null
  readonly warnings: UtilizationWarnings | null
}

/** An empty reading. */
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
 * Merges several readings of one run: stages, counts and values from the first that has them; workers, problems and
 * resumption from all.
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

/** Merges workers by number: the worse status, and all known values. */
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

import type { StageTime } from '../../record/telemetry.ts'
import type { PipelineFigures, WorkerReading } from '../../record/pipeline.ts'
import { formatValue } from '../core/numbers.ts'
import { takeComplete, findRange } from '../core/statistics.ts'

/** What a pipeline reported about one run, in any format. */
export type PipelineReading = Pick<
  PipelineFigures,
  'counts' | 'workers' | 'workerStage' | 'packing' | 'dataLoader' | 'warnings'
> & {
  readonly stages: readonly StageTime[]
  /** True if work was reused from an earlier run. */
  readonly isResumed: boolean
  /** Why the times are not valid, as sentences; empty if they are. */
  readonly invalid: readonly string[]
  /** Reported by the pipeline's summary; null: not reported. */
  readonly wallSeconds: number | null
}

/** The reading of a pipeline that reported nothing in its files. */
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
 * Merges readings of several files of one run: stages, counts and values from the first that has them; workers,
 * problems and resumption from all. `ranks`: the stages that each file of one tool has, such as one per rank.
 */
export function mergePipelineReadings(
  readings: readonly PipelineReading[],
  ranks: readonly (readonly StageTime[])[],
): PipelineReading {
  const findFirst = <Value>(pick: (reading: PipelineReading) => Value | null): Value | null =>
    readings.map(pick).find((value) => value !== null) ?? null
  const workerStage = findFirst((reading) => reading.workerStage ?? null)
  return {
    ...(workerStage !== null && { workerStage }),
    stages: mergeStageTimes(ranks),
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

/** Marks in `outOfMemory.unread` that a stream exceeded its limit: what was cut off before its last lines was not searched. */
export const cutOutput = 'the end of a truncated output'

/** What a trial records of a pipeline that reported nothing. */
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

/** Rounded times can exceed a short run. */
const roundingSeconds = 1

/**
 * Withdraws stage times that exceed the run (null: unknown), such as those in milliseconds or of a clock that was set.
 */
export function refuseLongStages(
  stages: readonly StageTime[],
  wallSeconds: number | null,
): { readonly stages: StageTime[]; readonly problems: string[] } {
  const isLong = ({ seconds }: StageTime): boolean =>
    wallSeconds !== null && seconds !== null && seconds > wallSeconds * 1.02 + roundingSeconds
  return {
    stages: stages.map((one) =>
      isLong(one) ? { stage: one.stage, seconds: null, startedMs: null, endedMs: null } : one,
    ),
    problems: stages
      .filter(isLong)
      .map(
        ({ stage, seconds }) =>
          `stage ${JSON.stringify(stage.slice(0, 80))} took ${formatValue(seconds, 's')} in a run of ${formatValue(wallSeconds, 's')}, so its time does not count`,
      ),
  }
}

/**
 * Merges the stage times of several processes that ran at the same time: each stage takes as long as its slowest
 * process. A stage without a time in one process has none.
 */
export function mergeStageTimes(processes: readonly (readonly StageTime[])[]): StageTime[] {
  const byStage = Map.groupBy(processes.flat(), ({ stage }) => stage)
  return [...byStage].map(([stage, times]) => ({
    stage,
    seconds: findRange(takeComplete(times.map(({ seconds }) => seconds)) ?? [])?.[1] ?? null,
    startedMs: findRange(takeComplete(times.map(({ startedMs }) => startedMs)) ?? [])?.[0] ?? null,
    endedMs: findRange(takeComplete(times.map(({ endedMs }) => endedMs)) ?? [])?.[1] ?? null,
  }))
}

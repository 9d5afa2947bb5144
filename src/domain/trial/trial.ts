import type { PipelineFigures } from './pipeline-figures.ts'
import type { TrialProgress } from '../production/trial-progress.ts'
import type { TrialTables } from '../tables/table-findings.ts'
import type { NodeTelemetry } from '../telemetry/node-telemetry.ts'
import type { TelemetrySummary } from '../telemetry/telemetry.ts'
import type { RestoredFiles } from './restored-files.ts'
import type { TrialHost } from './trial-host.ts'
import type { TrialMemory } from './trial-memory.ts'
import type { TrialOrigin } from './trial-origin.ts'
import type { TrialReadings } from './trial-readings.ts'
import type { StageTime, StageAttribution } from './stage-usage.ts'
import type { WorkCount } from './work-count.ts'
import type { WorkTrace } from './work-trace.ts'

/** Why a trial does not count. */
export type TrialFailure = {
  readonly kind:
    | 'not-started'
    | 'exit-code'
    | 'partial'
    | 'out-of-memory'
    | 'signal'
    | 'timed-out'
    | 'cancelled'
    | 'no-proof'
    | 'resumed'
    | 'stopped'
    | 'failed-benchmark'
  /** Description with the value. */
  readonly detail: string
}

/** One process execution of a case. */
export type Trial = {
  readonly caseId: string
  /** 0-based within the case, warm-ups included. */
  readonly index: number
  /** Warm-ups are recorded but never counted. */
  readonly isWarmup: boolean
  /** The commit that ran, 40 hexadecimal digits. */
  readonly commit: string
  /** The exact arguments. */
  readonly argv: readonly string[]
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly wallSeconds: number | null
  readonly exitCode: number | null
  readonly signal: string | null
  /** Null: the trial counts. */
  readonly failure: TrialFailure | null
  /** Data rows of the result table; null if the config names none. */
  readonly resultRows: number | null
  readonly stages: readonly StageTime[]
  /** Why the machine was not fit during this trial, as sentences; empty: clean. A contaminated trial is no sample. */
  readonly contamination: readonly string[]
  /** Host statistics during the trial; null if the process did not start, and in older records. */
  readonly host: TrialHost | null
  /** Physical indices of the assigned GPUs; absent without a monitor and in older records. */
  readonly gpus?: readonly number[]
  /** GPU and host telemetry during the trial; null without a monitor. */
  readonly telemetry: TelemetrySummary | null
  /** The same by stage; null if stages could not be separated. */
  readonly gpuByStage: StageAttribution | null
  /** Telemetry of each node of a run that spans nodes, including the node of warpgauge; absent: one node. */
  readonly nodes?: readonly NodeTelemetry[]
  /** Reports of the pipeline apart from its stages; absent in older records. */
  readonly pipeline?: PipelineFigures
  /** Values that a benchmark tool printed; absent without a tool. */
  readonly readings?: TrialReadings
  /** Origin of an ingested trial; absent: run by warpgauge. */
  readonly origin?: TrialOrigin
  /** Memory over time; absent if not requested or not monitored. */
  readonly memory?: TrialMemory
  /**
   * Comparison of its result tables with those of other trials; absent if not requested, or if the trial does not
   * count.
   */
  readonly resultTables?: TrialTables
  /** Progress over time of a run of hours; absent for others. */
  readonly progress?: TrialProgress
  /** Units of work as configured by `pipeline.throughput`; absent: not configured or not reported. */
  readonly work?: WorkCount
  /** What a counted trial left; absent if the config has a proof of work, and in older records. */
  readonly workTrace?: WorkTrace
  /** Files of the commit that it changed; absent: none. */
  readonly restoredFiles?: RestoredFiles
  /** Run id of a sample reused from the cache; null for a sample of this run. */
  readonly cachedFromRun: string | null
  /** Path of the raw output, relative to the run folder. */
  readonly stdoutPath: string
  readonly stderrPath: string
}

/** Whether the machine was not fit during the trial. Such a trial is neither a sample nor a failure of the pipeline. */
export function isContaminated({ contamination }: Trial): boolean {
  return contamination.length > 0
}

/** Whether a trial has a wall time or values of a tool. */
export function hasFigures({ wallSeconds, readings }: Trial): boolean {
  const isTimed = wallSeconds !== null && Number.isFinite(wallSeconds) && wallSeconds > 0
  return isTimed || (readings?.benchmarks.length ?? 0) > 0
}

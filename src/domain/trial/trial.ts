import type { PipelineFigures } from './pipeline-figures.ts'
import type { TrialProgress } from '../production/trial-progress.ts'
import type { TrialTables } from '../tables/table-findings.ts'
import type { TelemetrySummary } from '../telemetry/telemetry.ts'
import type { TrialHost } from './trial-host.ts'
import type { TrialMemory } from './trial-memory.ts'
import type { TrialOrigin } from './trial-origin.ts'
import type { TrialReadings } from './trial-readings.ts'
import type { StageTime, StageAttribution } from './stage-usage.ts'

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
  /** What was seen, in words, with the value. */
  readonly detail: string
}

/** One process execution of a case, in a fresh process. */
export type Trial = {
  readonly caseId: string
  /** 0-based within the case, warm-ups included. */
  readonly index: number
  /** A warm-up is recorded and never counted. */
  readonly isWarmup: boolean
  /** The commit that ran, 40 hexadecimal digits. */
  readonly commit: string
  /** The exact argument list. */
  readonly argv: readonly string[]
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly wallSeconds: number | null
  readonly exitCode: number | null
  readonly signal: string | null
  /** null: the trial counts. */
  readonly failure: TrialFailure | null
  /** Data rows of the result table; null when the config names none. */
  readonly resultRows: number | null
  readonly stages: readonly StageTime[]
  /** Why the machine was not fit during this trial, as sentences; empty: clean. A contaminated trial is no sample. */
  readonly contamination: readonly string[]
  /** What the machine did meanwhile; null when the process did not start, and for records that are older than this field. */
  readonly host: TrialHost | null
  /** Physical indices of the GPUs it was given; absent where nobody watched, and in records older than this field. */
  readonly gpus?: readonly number[]
  /** What all GPUs and the host did meanwhile; null when nobody watched. */
  readonly telemetry: TelemetrySummary | null
  /** The same by stage; null when it could not be told apart. */
  readonly gpuByStage: StageAttribution | null
  /** What the pipeline said beside its stages; absent in records that are older than this field. */
  readonly pipeline?: PipelineFigures
  /** Figures that a benchmark tool printed itself; absent where no tool was read. */
  readonly readings?: TrialReadings
  /** Where it comes from when it was not run here; absent: a process that was started and watched here. */
  readonly origin?: TrialOrigin
  /** Memory over time; absent where nobody asked, or nobody watched. */
  readonly memory?: TrialMemory
  /** How its result tables compare with those of other trials; absent where nobody asked, or it does not count. */
  readonly resultTables?: TrialTables
  /** How it came along, for a run of hours; absent for others. */
  readonly progress?: TrialProgress
  /** The run that took this sample when it was reused from the cache; null for one taken in this run. */
  readonly cachedFromRun: string | null
  /** Where the raw output lies, relative to the run folder. */
  readonly stdoutPath: string
  readonly stderrPath: string
}

/** The machine was not fit meanwhile: neither a sample nor a failure of the pipeline. */
export function isContaminated({ contamination }: Trial): boolean {
  return contamination.length > 0
}

/** Whether there is something to count: a time, or figures of a tool whose process nobody timed. */
export function hasFigures({ wallSeconds, readings }: Trial): boolean {
  const isTimed = wallSeconds !== null && Number.isFinite(wallSeconds) && wallSeconds > 0
  return isTimed || (readings?.benchmarks.length ?? 0) > 0
}

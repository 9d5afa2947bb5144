import type { GpuWork } from '../telemetry/telemetry.ts'

/** Seconds of one pipeline stage; null if it did not run, for example because of a checkpoint. */
export type StageTime = {
  readonly stage: string
  readonly seconds: number | null
  /** First start and last end, milliseconds since the epoch; null if not reported. */
  readonly startedMs: number | null
  readonly endedMs: number | null
}

/** One GPU during one stage. Null: not available. */
export type StageGpuUse = {
  readonly stage: string
  readonly gpu: number
  readonly seconds: number
  /** Share of the trial's wall time that this stage took, 0 to 1. */
  readonly timeShare: number
  /** Time-weighted mean, 0 to 100. */
  readonly utilizationPercent: number | null
  /** Time-weighted mean, 0 to 1. */
  readonly smUtilization: number | null
  readonly memoryPeakBytes: number | null
  readonly energyJoules: number | null
  /** Absent in older records. */
  readonly work?: GpuWork
}

/** Host resources of one stage. Null: not available. */
export type StageHostUse = {
  readonly stage: string
  /** CPU cores in use by the trial, time-weighted mean. */
  readonly cpuCores: number | null
  /** Share of the time of all cores spent waiting for storage. */
  readonly ioWaitShare: number | null
  readonly readBytes: number | null
  readonly residentPeakBytes: number | null
}

/** Resource use by stage. */
export type StageAttribution = {
  /**
   * `times`: the pipeline reported stage times. `durations`: stage durations placed end to end, back from the end of
   * the trial.
   */
  readonly source: 'times' | 'durations'
  readonly rows: readonly StageGpuUse[]
  /** Absent in older records. */
  readonly host?: readonly StageHostUse[]
  /** Caveats about the rows, as sentences. */
  readonly notes: readonly string[]
}

/**
 * Merges the stage times of several processes that ran at the same time: each stage takes as long as its slowest
 * process. A stage without a time in one process has none.
 */
export function mergeStageTimes(processes: readonly (readonly StageTime[])[]): StageTime[] {
  const byStage = Map.groupBy(processes.flat(), ({ stage }) => stage)
  return [...byStage].map(([stage, times]) => ({
    stage,
    seconds: findExtreme(times, 'seconds', Math.max),
    startedMs: findExtreme(times, 'startedMs', Math.min),
    endedMs: findExtreme(times, 'endedMs', Math.max),
  }))
}

function findExtreme(
  times: readonly StageTime[],
  field: 'seconds' | 'startedMs' | 'endedMs',
  choose: (...values: number[]) => number,
): number | null {
  const known = times.flatMap((time) => time[field] ?? [])
  return known.length === times.length ? choose(...known) : null
}

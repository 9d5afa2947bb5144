import type { GpuWork } from '../telemetry/telemetry.ts'

/** Seconds of one pipeline stage; null when the stage did not run, e.g. was taken from a checkpoint. */
export type StageTime = {
  readonly stage: string
  readonly seconds: number | null
  /** First start and last end, milliseconds since the epoch; null when the pipeline does not tell. */
  readonly startedMs: number | null
  readonly endedMs: number | null
}

/** What one GPU did during one stage. Null: not offered. */
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
  /** Absent in records that are older than this field. */
  readonly work?: GpuWork
}

/** What the trial's processes and the host did during one stage. Null: not offered. */
export type StageHostUse = {
  readonly stage: string
  /** Cores kept busy by the trial, time-weighted mean. */
  readonly cpuCores: number | null
  /** Share of all processors' time spent waiting for storage. */
  readonly ioWaitShare: number | null
  readonly readBytes: number | null
  readonly residentPeakBytes: number | null
}

export type StageAttribution = {
  /**
   * `times`: the pipeline told when stages ran. `durations`: their seconds were laid end to end, back from the end of
   * the trial.
   */
  readonly source: 'times' | 'durations'
  readonly rows: readonly StageGpuUse[]
  /** Absent in records that are older than this field. */
  readonly host?: readonly StageHostUse[]
  /** What the reader must know about the rows, as sentences. */
  readonly notes: readonly string[]
}

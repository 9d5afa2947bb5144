import type { StageTime } from '../../domain/trial/stage-usage.ts'

/** What a pipeline says about its own stages, whatever format it says it in. */
export type PipelineTelemetry = {
  /** In the order in which the stages first appear. */
  readonly stages: readonly StageTime[]
  /** True when a stage was taken from an earlier run: the times of such a run are never a measurement. */
  readonly isResumed: boolean
  /** What was odd, as sentences with the values. */
  readonly problems: readonly string[]
}

/** Reads one format. Text in, value out. */
export type TelemetryAdapter = {
  readonly source: 'stdout' | 'file'
  /** Of a file: its place below the output directory; absent for the file that `WARPGAUGE_EVENTS` names. */
  readonly path?: string
  /** Null when the text is not of this format. Never throws, whatever the text holds. */
  parse(text: string): PipelineTelemetry | null
}

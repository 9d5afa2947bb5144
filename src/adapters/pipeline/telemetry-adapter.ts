import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import type { StageTime } from '../../record/telemetry.ts'

/** Stage telemetry of a pipeline, independent of the format. */
export type PipelineTelemetry = {
  /** In the order in which the stages first appear. */
  readonly stages: readonly StageTime[]
  /** Whether a stage came from an earlier run; such times are no measurement. */
  readonly isResumed: boolean
  /** Problems, as sentences with the values. */
  readonly problems: readonly string[]
  /** Figures that the program computed itself, such as a throughput; absent without any. */
  readonly benchmarks?: readonly BenchmarkReading[]
}

/** Reads one telemetry format. */
export type TelemetryAdapter = {
  /** `streams`: standard output and standard error, in this order. */
  readonly source: 'stdout' | 'streams' | 'file'
  /** Path below the output directory; absent for the file named by `WARPGAUGE_EVENTS`. */
  readonly path?: string
  /** Parses a text; null when it has another format. Never throws. */
  parse(text: string): PipelineTelemetry | null
}

import type { BenchmarkReading } from './benchmark-reading.ts'
import type { GpuReading } from '../telemetry/gpu.ts'
import { mergePipelineReadings, type PipelineReading } from './pipeline-reading.ts'
import type { TraceReading } from './trace-reading.ts'

/** A GPU sample out of a log, with the stage that the pipeline said it was in. */
export type LoggedReading = GpuReading & { readonly stage: string | null }

/** What the output of any tool says: the one form in which every adapter answers. */
export type ToolReading = {
  /** `pytest-benchmark 5.3.1`; null when the file does not tell. */
  readonly tool: string | null
  readonly benchmarks: readonly BenchmarkReading[]
  /** Of a pipeline's own logs and state files. */
  readonly pipeline: PipelineReading | null
  /** Of a profiler trace. */
  readonly trace: TraceReading | null
  /** Samples of a GPU monitor's log, in the order of time. */
  readonly gpuReadings: readonly LoggedReading[]
  /** What the file says of the machine and the settings, as printed; for comparability, never for a verdict. */
  readonly context: Readonly<Record<string, string>>
  /** What was odd, as sentences with the values. */
  readonly problems: readonly string[]
}

/** Nothing read; a reader fills in its part. */
export const emptyReading: ToolReading = {
  tool: null,
  benchmarks: [],
  pipeline: null,
  trace: null,
  gpuReadings: [],
  context: {},
  problems: [],
}

/** Readings of several files about the same thing, in one. */
export function mergeToolReadings(readings: readonly ToolReading[]): ToolReading {
  const pipelines = readings.flatMap(({ pipeline }) => pipeline ?? [])
  const tools = [...new Set(readings.flatMap(({ tool }) => tool ?? []))]
  return {
    tool: tools.length > 0 ? tools.join(', ') : null,
    benchmarks: readings.flatMap(({ benchmarks }) => benchmarks),
    pipeline: pipelines.length > 0 ? mergePipelineReadings(pipelines) : null,
    trace: readings.find(({ trace }) => trace !== null)?.trace ?? null,
    gpuReadings: readings.flatMap(({ gpuReadings }) => gpuReadings).toSorted((one, other) => one.timeMs - other.timeMs),
    context: Object.assign({}, ...readings.map(({ context }) => context).toReversed()) as Record<string, string>,
    problems: [...new Set(readings.flatMap(({ problems }) => problems))],
  }
}

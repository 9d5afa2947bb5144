import type { BenchmarkReading } from './benchmark-reading.ts'
import type { GpuReading } from '../telemetry/gpu.ts'
import { mergePipelineReadings, type PipelineReading } from './pipeline-reading.ts'
import type { TraceReading } from './trace-reading.ts'

/** A GPU sample from a log, with the current stage of the pipeline. */
export type LoggedReading = GpuReading & { readonly stage: string | null }

/** Parsed output of a tool: the result type of all adapters. */
export type ToolReading = {
  /** `pytest-benchmark 5.3.1`; null if the file does not state it. */
  readonly tool: string | null
  readonly benchmarks: readonly BenchmarkReading[]
  /** From the pipeline's logs and state files. */
  readonly pipeline: PipelineReading | null
  /** From a profiler trace. */
  readonly trace: TraceReading | null
  /** Samples of a GPU monitor log, in chronological order. */
  readonly gpuReadings: readonly LoggedReading[]
  /** Machine facts and settings as printed; for comparability, not for verdicts. */
  readonly context: Readonly<Record<string, string>>
  /** Problems, as sentences with values. */
  readonly problems: readonly string[]
}

/** An empty reading. */
export const emptyReading: ToolReading = {
  tool: null,
  benchmarks: [],
  pipeline: null,
  trace: null,
  gpuReadings: [],
  context: {},
  problems: [],
}

/** Merges the readings of several files. */
export function mergeToolReadings(readings: readonly ToolReading[]): ToolReading {
  const pipelines = readings.flatMap(({ pipeline }) => pipeline ?? [])
  const traces = readings.flatMap(({ trace }) => trace ?? [])
  const tools = [...new Set(readings.flatMap(({ tool }) => tool ?? []))]
  return {
    tool: tools.length > 0 ? tools.join(', ') : null,
    benchmarks: readings.flatMap(({ benchmarks }) => benchmarks),
    pipeline: pipelines.length > 0 ? mergePipelineReadings(pipelines) : null,
    trace: traces.length === 1 ? (traces[0] ?? null) : null,
    gpuReadings: readings.flatMap(({ gpuReadings }) => gpuReadings).toSorted((one, other) => one.timeMs - other.timeMs),
    context: Object.assign({}, ...readings.map(({ context }) => context).toReversed()) as Record<string, string>,
    problems: [
      ...(new Set(traces.map(({ rank }) => rank)).size < traces.length
        ? [`${traces.length} traces do not state ranks of their own (distributedInfo); pass the trace of one rank`]
        : []),
      ...new Set(readings.flatMap(({ problems }) => problems)),
    ],
  }
}

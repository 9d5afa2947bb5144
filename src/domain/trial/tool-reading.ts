import type { GpuReading } from '../telemetry/gpu.ts'
import { mergePipelineReadings, type PipelineReading } from './pipeline-reading.ts'
import type { Axes } from '../core/case.ts'
import type { Metric } from '../core/metric.ts'

/** A GPU sample from a log, with the current stage of the pipeline. */
export type LoggedReading = GpuReading & { readonly stage: string | null }

/** Parsed output of a tool: the result type of all adapters. */
export type ToolReading = {
  /** `pytest-benchmark 5.3.1`; null if the file does not state it. */
  readonly tool: string | null
  readonly benchmarks: readonly BenchmarkReading[]
  /** From the pipeline's logs and state files; null: there are none. */
  readonly pipeline: PipelineReading | null
  /** From a profiler trace; null: there is none. */
  readonly trace: TraceReading | null
  /** Samples of a GPU monitor log, in chronological order. */
  readonly gpuReadings: readonly LoggedReading[]
  /** Machine facts and settings as printed; for comparability, not for verdicts. */
  readonly context: Readonly<Record<string, string>>
  /** Problems, as sentences with values. */
  readonly problems: readonly string[]
  /** Present if a file holds several runs: a file that grows with each call of its tool also holds those of earlier commits. */
  readonly isJoined?: true
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

/** Merges the readings of several files of one run; several traces give none. */
export function mergeToolReadings(readings: readonly ToolReading[]): ToolReading {
  const pipelines = readings.flatMap(({ pipeline }) => pipeline ?? [])
  const traces = readings.flatMap(({ trace }) => trace ?? [])
  const tools = [...new Set(readings.flatMap(({ tool }) => tool ?? []))]
  const staged = readings.find(({ pipeline }) => pipeline && pipeline.stages.length > 0)
  const ranks = readings.flatMap(({ tool, pipeline }) => (pipeline && tool === staged?.tool ? [pipeline.stages] : []))
  return {
    tool: tools.length > 0 ? tools.join(', ') : null,
    benchmarks: readings.flatMap(({ benchmarks }) => benchmarks),
    pipeline: pipelines.length > 0 ? mergePipelineReadings(pipelines, ranks) : null,
    trace: traces.length === 1 ? (traces[0] ?? null) : null,
    gpuReadings: readings.flatMap(({ gpuReadings }) => gpuReadings).toSorted((one, other) => one.timeMs - other.timeMs),
    context: Object.assign({}, ...readings.map(({ context }) => context).toReversed()) as Record<string, string>,
    problems: [
      ...(new Set(traces.map(({ rank }) => rank)).size < traces.length
        ? [`${traces.length} traces do not state ranks of their own (distributedInfo); pass the trace of one rank`]
        : []),
      ...new Set(readings.flatMap(({ problems }) => problems)),
    ],
    ...(readings.some(({ isJoined }) => isJoined) && { isJoined: true }),
  }
}

/** Values of one benchmark and metric. */
export type MeasuredReading = {
  readonly status: 'measured'
  readonly name: string
  readonly axes: Axes
  /** Times are in s, sizes in B, rates in 1/s; unknown units stay as printed. */
  readonly metric: Metric
  /** At least one, all finite, in file order. */
  readonly samples: readonly number[]
  /** `samples`: individual values. `aggregate`: one value that the tool computed from several. */
  readonly source: 'samples' | 'aggregate'
  /** Of a kernel; absent if the file does not state them. */
  readonly launches?: number | undefined
}

/** A benchmark without a usable value. */
export type FailedReading = {
  readonly status: 'failed'
  readonly name: string
  readonly axes: Axes
  /** The tool's message or a description. */
  readonly problem: string
}

/** Parsed result of one benchmark. */
export type BenchmarkReading = MeasuredReading | FailedReading
/** Activity of one GPU. */
export type GpuTraceReading = {
  readonly gpu: number
  /** Share of the trace window in which at least one kernel, copy or fill ran, 0 to 1. */
  readonly busyShare: number
  /**
   * Share of the window in which the GPU waited for the host to launch the next kernel, 0 to 1, by the idle time
   * breakdown of Holistic Trace Analysis (Meta); null when the trace does not show the launch after each idle period.
   */
  readonly hostBoundShare: number | null
  /** Between the first and the last activity. */
  readonly idleSeconds: number
  /** Idle periods without a launch in the trace. */
  readonly withoutLaunch: number
}

/** Total time of one kernel. */
export type KernelReading = {
  readonly name: string
  readonly calls: number
  readonly seconds: number
  /** Share of the time of all kernels, 0 to 1. */
  readonly share: number
}

/** Summary of a profiler trace. */
export type TraceReading = {
  /** Of the process among those of a distributed program; null: the trace does not state it. */
  readonly rank: number | null
  /** From the start of the first to the end of the last event. */
  readonly windowSeconds: number
  /** Empty when the trace has no GPU, or not all records of it. */
  readonly gpus: readonly GpuTraceReading[]
  /** Kernels by total time, longest first. */
  readonly topKernels: readonly KernelReading[]
  /** Null: not recorded. */
  readonly kernelSeconds: number | null
  readonly copySeconds: number | null
}

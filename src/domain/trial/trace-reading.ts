/** An idle period of a GPU or stream. */
export type IdleGap = {
  /** Offset from the first event of the trace. */
  readonly startSeconds: number
  readonly seconds: number
  /** The next activity. */
  readonly before: string
}

/**
 * Idle time by cause, after the idle time breakdown of Holistic Trace Analysis (Meta). `host`: until the next kernel
 * was launched. `kernel`: the short pause between queued kernels. `other`: everything else, such as waiting for
 * another stream.
 */
export type IdleTime = {
  readonly seconds: number
  readonly hostSeconds: number
  readonly kernelSeconds: number
  readonly otherSeconds: number
  /** Idle periods without a launch in the trace; their time counts as `otherSeconds`. */
  readonly withoutLaunch: number
  readonly gaps: number
  /** Longest first. */
  readonly longest: readonly IdleGap[]
}

/** Activity of one stream. */
export type StreamReading = {
  readonly gpu: number
  readonly stream: number
  /** Time in which at least one kernel, copy or fill ran. */
  readonly busySeconds: number
  /** Between the first and the last activity. */
  readonly idle: IdleTime
}

/** Activity of one GPU. */
export type GpuTraceReading = {
  readonly gpu: number
  readonly busySeconds: number
  /** Share of the trace window, 0 to 1. */
  readonly busyShare: number
  /**
   * Share of the window in which the GPU waited for the host to launch the next kernel, 0 to 1; null when the trace does
   * not show the launch after each idle period.
   */
  readonly hostBoundShare: number | null
  /** Between the first and the last activity of any stream. */
  readonly idle: IdleTime
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
  readonly events: number
  /** Empty when the trace has no GPU, or not all records of it. */
  readonly gpus: readonly GpuTraceReading[]
  readonly streams: readonly StreamReading[]
  /** Kernels by total time, longest first. */
  readonly topKernels: readonly KernelReading[]
  /** Null: not recorded. */
  readonly kernelSeconds: number | null
  readonly copySeconds: number | null
}

/** A pause of a GPU or one of its streams. */
export type IdleGap = {
  /** From the first event of the trace. */
  readonly startSeconds: number
  readonly seconds: number
  /** What ran next. */
  readonly before: string
}

/**
 * Idle time by its cause, after the idle time breakdown of Holistic Trace Analysis (Meta): `host` until the next kernel was
 * launched, `kernel` the short pause between kernels already queued, `other` the rest, such as waiting for another stream.
 */
export type IdleTime = {
  readonly seconds: number
  readonly hostSeconds: number
  readonly kernelSeconds: number
  readonly otherSeconds: number
  /** Pauses whose launch the trace does not show; their time is in `otherSeconds`. */
  readonly withoutLaunch: number
  readonly gaps: number
  /** The longest first. */
  readonly longest: readonly IdleGap[]
}

export type StreamReading = {
  readonly gpu: number
  readonly stream: number
  /** Time in which at least one kernel, copy or fill ran. */
  readonly busySeconds: number
  /** Between the first and the last of them. */
  readonly idle: IdleTime
}

export type GpuTraceReading = {
  readonly gpu: number
  readonly busySeconds: number
  /** Of the window of the trace, 0 to 1. */
  readonly busyShare: number
  /** Share of the window in which the GPU stood still because the host had not launched the next kernel, 0 to 1. */
  readonly hostBoundShare: number
  /** Between the first and the last activity, all streams together. */
  readonly idle: IdleTime
}

export type KernelReading = {
  readonly name: string
  readonly calls: number
  readonly seconds: number
  /** Of the time of all kernels, 0 to 1. */
  readonly share: number
}

/** What a profiler trace shows. */
export type TraceReading = {
  /** From the start of the first event to the end of the last one. */
  readonly windowSeconds: number
  readonly events: number
  readonly gpus: readonly GpuTraceReading[]
  readonly streams: readonly StreamReading[]
  /** Kernels by total time, longest first. */
  readonly topKernels: readonly KernelReading[]
  readonly kernelSeconds: number
  readonly copySeconds: number
}

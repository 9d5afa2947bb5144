import type { Confinement } from './sandbox.ts'

/** A command as an argument list; never a shell string. */
export type ProcessSpec = {
  readonly argv: readonly string[]
  readonly cwd: string
  /** The whole environment of the child: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Absolute paths; each stream is kept whole on disk up to `maxOutputBytes`. */
  readonly stdoutPath: string
  readonly stderrPath: string
  readonly maxOutputBytes: number
  /** Run it in a sandbox; absent: as every other program of this user. */
  readonly confinement?: Confinement
  /** Told at once when the process runs, for whoever watches it. */
  readonly onStarted?: (pid: number) => void
  /** Told at once when the process itself has ended, whatever it left behind. */
  readonly onEnded?: () => void
}

/** A process that ended, however it ended: a failed run is a value with the same shape as a good one. */
export type ProcessOutcome = {
  readonly ending: 'exited' | 'signalled' | 'timed-out' | 'cancelled' | 'not-started'
  readonly exitCode: number | null
  /** A sandbox reports a signal as a shell does, by exit code 128 and more; then both are set. */
  readonly signal: string | null
  /** From just before the start to the exit, on a monotonic clock. */
  readonly wallSeconds: number
  /** The last lines of each stream, bounded and free of control characters. */
  readonly stdoutTail: string
  readonly stderrTail: string
  /** True when a stream was longer than `maxOutputBytes`. */
  readonly isOutputTruncated: boolean
  /** What went wrong at the start; null otherwise. */
  readonly problem: string | null
}

export interface ProcessRunner {
  /**
   * Runs in a process group of its own; when it returns, no descendant of the child is alive. Never throws for a
   * failing command; an EnvironmentError for a sandbox that cannot be set up and for a process that cannot be ended.
   */
  run(spec: ProcessSpec): Promise<ProcessOutcome>
}

/** File access of one command in a sandbox; the rest of the disk is read-only. Absolute paths on this machine. */
export type Confinement = {
  /** The home directory, writable. */
  readonly home: string
  /** The temporary directory, writable; mounted as `/tmp`. */
  readonly tmp: string
  /** Further writable directories, created when missing, and devices. */
  readonly writable: readonly string[]
  /** Files and directories that stay readable wherever they lie, such as a dataset in a hidden cache. */
  readonly readable: readonly string[]
  /** Paths named by the command and its variables: readable in `covered` and `/tmp`, never in `hidden`. */
  readonly named: readonly string[]
  /** Inaccessible: the run folder, caches, trees and homes of other revisions, `.git`, files of the runner. */
  readonly hidden: readonly string[]
  /** Inaccessible except for paths in `named`: the clone and the temporary directory of the runner. */
  readonly covered: readonly string[]
}

/** A command as an argument list; never a shell string. */
export type ProcessSpec = {
  readonly argv: readonly string[]
  readonly cwd: string
  /** The complete environment of the child; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** Ends the process when it aborts. */
  readonly signal: AbortSignal
  /** Absolute paths; each stream is kept on disk up to `maxOutputBytes`. */
  readonly stdoutPath: string
  readonly stderrPath: string
  readonly maxOutputBytes: number
  /** Value of WARPGAUGE_TRIAL_ID, which marks all descendants; absent: a random one. */
  readonly trialId?: string
  /** Run in a sandbox; absent: with the rights of this user. */
  readonly confinement?: Confinement
  /** Called as soon as the process runs. */
  readonly onStarted?: (pid: number) => void
  /** Called as soon as the process itself exits, even when descendants remain. */
  readonly onEnded?: () => void
}

/** A process that has ended: a failed run is a value with the same shape as a good one. */
export type ProcessOutcome = {
  readonly ending: 'exited' | 'signalled' | 'timed-out' | 'cancelled' | 'not-started'
  /** Null unless the process exited by itself, or a sandbox reports its signal. */
  readonly exitCode: number | null
  /**
   * Null unless a signal ended the process. A sandbox reports a signal as exit code 128 + signal, as a shell does; then
   * both fields are set.
   */
  readonly signal: string | null
  /** From just before the start to the exit, on a monotonic clock. */
  readonly wallSeconds: number
  /** The last lines of each stream, bounded and free of control characters. */
  readonly stdoutTail: string
  readonly stderrTail: string
  /** True when a stream was longer than `maxOutputBytes`. */
  readonly isOutputTruncated: boolean
  /** Why the process did not start; null otherwise. */
  readonly problem: string | null
}

/** Runs programs of the user. */
export interface ProcessRunner {
  /**
   * Runs the command in its own process group; no descendant is alive when this resolves. A failing command is a
   * result, not an error. Throws an EnvironmentError when the sandbox cannot be set up or a process cannot be killed.
   */
  run(spec: ProcessSpec): Promise<ProcessOutcome>
}

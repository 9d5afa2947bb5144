import type { DriverIdentity, GpuIdentity, GpuProcess, GpuReading } from '../domain/telemetry/gpu.ts'
import type { TimeSpan } from '../domain/telemetry/bucket-interval.ts'
import type { GpuUse, HostUse, TelemetrySummary } from '../record/telemetry.ts'

/** The tool that samples GPUs; `none`: only the host is sampled. */
export type MonitorKind = 'nvml' | 'nvidia-smi' | 'amd-smi' | 'rocm-smi' | 'none'

/** What to sample during one trial, and where to write it. */
export type GpuWindowOptions = {
  /** Physical indices to watch. */
  readonly gpus: readonly number[]
  /**
   * The GPUs of the trial; all when absent. The others are sampled rarely, only to detect use by the trial or by
   * another process.
   */
  readonly ownGpus?: readonly number[]
  /** Idle power of each GPU by physical index, in watts; absent: unknown. */
  readonly idleWatts?: Readonly<Record<number, number>>
  readonly intervalMs: number
  /** The case measures memory over time: processes are sampled at a constant rate, at up to 3 % of a core. */
  readonly keepsMemory?: boolean
  /** `gpu_metrics_<run>_<case>.log`, absolute; created, never overwritten. */
  readonly logPath: string
  /** Path of an HDF5 file with the same samples; null: none. */
  readonly hdf5Path: string | null
}

/** A sampling session in a separate thread or process. */
export interface GpuWindow extends AsyncDisposable {
  /** Attributes memory, CPU, I/O and GPU use of this process and its descendants to the trial. */
  follow(pid: number): void
  /** The process has exited; later GPU activity is not attributed to it. */
  markEnded(): void
  /**
   * The pipeline entered this stage; null: no stage. Counters are read at this edge within a time budget, and log rows
   * carry the stage name.
   */
  markStage(stage: string | null): void
  /** Stops sampling, completes the files and returns the summary. Idempotent. */
  close(): Promise<TelemetrySummary>
  /** GPU use within a part of the window, such as a stage. Closes the window; empty when the monitor failed. */
  readGpuUse(span: TimeSpan): Promise<readonly GpuUse[]>
  /** Host and process use within a part of the window. Closes the window; null when the monitor failed. */
  readHostUse(span: TimeSpan): Promise<HostUse | null>
}

/** Samples GPUs with one of several tools, chosen once per run. */
export interface GpuMonitor extends AsyncDisposable {
  readonly kind: MonitorKind
  /** Why no better monitor was chosen; null for the best one. */
  readonly reason: string | null
  /** Whether cumulative counters are available, so that windows should be notified of stage edges. */
  readonly hasCounters: boolean
  /** The GPUs of this machine by physical index; empty without a monitor. */
  identify(): Promise<readonly GpuIdentity[]>
  /** Versions from the driver itself; absent: the monitor cannot ask it. */
  identifyDriver?(): DriverIdentity
  /** Every process with a context on these GPUs; null when unavailable. */
  listProcesses(gpus: readonly number[]): Promise<readonly (GpuProcess & { readonly gpu: number })[] | null>
  /** Starts to sample; resolves after the first reading. A window that fails reports why in its summary. */
  open(options: GpuWindowOptions): Promise<GpuWindow>
}

/** Current readings while a window is open. */
export interface LiveReadings {
  /** The latest reading of each of these GPUs, empty where unknown. Cheap enough to call once a second. */
  readLatest(gpus: readonly number[]): readonly GpuReading[]
}

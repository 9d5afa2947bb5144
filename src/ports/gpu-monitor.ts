import type { GpuIdentity, GpuProcess, GpuReading } from '../domain/telemetry/gpu.ts'
import type { TimeSpan } from '../domain/telemetry/bucket-interval.ts'
import type { GpuUse, HostUse, TelemetrySummary } from '../domain/telemetry/telemetry.ts'

export type MonitorKind = 'nvml' | 'nvidia-smi' | 'amd-smi' | 'rocm-smi' | 'none'

export type GpuWindowOptions = {
  /** Physical indices to watch. */
  readonly gpus: readonly number[]
  /**
   * Those of them that the trial was given, all when absent. The others are looked at rarely, only to notice that the trial or
   * someone else works on them.
   */
  readonly ownGpus?: readonly number[]
  /** Power of each GPU while nothing ran, by physical index, in watts; what is absent is not known. */
  readonly idleWatts?: Readonly<Record<number, number>>
  readonly intervalMs: number
  /** Memory over time is what the trial is for: processes are looked at steadily, at up to 3 % of a core. */
  readonly keepsMemory?: boolean
  /** `gpu_metrics_<run>_<case>.log`, absolute; created, never overwritten. */
  readonly logPath: string
  /** Arrays of the same samples for h5py; null: none. */
  readonly hdf5Path: string | null
}

/** Sampling from its opening to its closing, in a thread or process of its own. */
export interface GpuWindow extends AsyncDisposable {
  /** From now on the processes below this one are the trial's own: their memory, CPU, I/O and GPU use are attributed to it. */
  follow(pid: number): void
  /** The process has ended: what the GPUs do from now on is not its work. */
  markEnded(): void
  /**
   * The pipeline has just entered this stage; null: it is between stages. Counters are read at this edge as long as that stays
   * cheap, and rows of the log bear its name.
   */
  markStage(stage: string | null): void
  /** Ends the sampling, completes the files and says what was seen. A second call gives the same. */
  close(): Promise<TelemetrySummary>
  /** What each GPU did in a part of the window, a stage for example. Closes the window; empty when the monitor broke. */
  readGpuUse(span: TimeSpan): Promise<readonly GpuUse[]>
  /** What the trial's processes and the host did meanwhile. Closes the window; null when the monitor broke. */
  readHostUse(span: TimeSpan): Promise<HostUse | null>
}

/** Sees GPUs. One of several tools, chosen once per run. */
export interface GpuMonitor extends AsyncDisposable {
  readonly kind: MonitorKind
  /** Why nothing better was chosen; null when this is the best. */
  readonly reason: string | null
  /** Whether it reads cumulative counters, so that its windows should be told of stages when they begin and end. */
  readonly hasCounters: boolean
  identify(): Promise<readonly GpuIdentity[]>
  /** Every process with a context on these GPUs; null when that cannot be asked for. */
  listProcesses(gpus: readonly number[]): Promise<readonly (GpuProcess & { readonly gpu: number })[] | null>
  open(options: GpuWindowOptions): Promise<GpuWindow>
}

/** What a monitor can show while a window is open. */
export interface LiveReadings {
  /** The newest reading of each of these GPUs, cheap enough for once a second; none where none is known. */
  readLatest(gpus: readonly number[]): readonly GpuReading[]
}

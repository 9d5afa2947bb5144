import type { KernelRecords } from '../../ports/kernel-records.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { PreparedDataset } from '../../domain/core/dataset.ts'
import type { Clock } from '../../io/machine/system-clock.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import type { GpuMonitor, LiveReadings } from '../../ports/gpu-monitor.ts'
import type { GrowingFiles } from '../../io/files/disk-file-inspector.ts'
import type { FileStore } from '../../io/files/disk-file-store.ts'
import type { HostMeter } from '../../io/machine/host-meter.ts'
import type { Logger } from '../../ports/logger.ts'
import type { ProcessRunner, Confinement } from '../../ports/process-runner.ts'
import type { Progress } from '../../ports/progress.ts'
import type { ResultTables } from '../../io/tables/disk-result-tables.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import type { IsolationRecord } from '../../record/run.ts'

/** A column of an HDF5 file, NaN where unknown. */
export type ArrayColumn = { readonly name: string; readonly unit: string; readonly values: Float64Array }

/** Writes columns of one length to an HDF5 file, with text attributes of the file; returns the actual path. */
export type WriteArrays = (
  path: string,
  columns: readonly ArrayColumn[],
  attributes: Readonly<Record<string, string>>,
) => Promise<string>

/** The ports for measuring. */
export type MeasurePorts = {
  readonly processes: ProcessRunner
  readonly files: FileStore
  readonly inspector: FileInspector
  readonly tables: ResultTables
  readonly clock: Clock
  readonly logger: Logger
  readonly progress: Progress
  /** Samples the GPUs, or at least the host; null: no monitoring. */
  readonly monitor: (GpuMonitor & Partial<LiveReadings>) | null
  /** Samples the host only, for cases that need it without a GPU monitor; absent: none. */
  readonly hostMonitor?: GpuMonitor
  /** Follows the output of a pipeline while it runs. */
  readonly growing: GrowingFiles
  /** Measures the host around every trial, with or without a monitor. */
  readonly hostMeter: HostMeter
  /** Records what the GPUs execute in warm-up runs. */
  readonly kernelRecords: KernelRecords
  /** Writes HDF5 files; null: none are written. */
  readonly writeArrays: WriteArrays | null
  /** For trials that span nodes; absent: only this node is monitored. */
  readonly nodes?: {
    /** Starts the command line of warpgauge. */
    readonly ownCommand: readonly string[]
    readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  }
}

/** Directories and environment of a run. */
export type Workplace = {
  /** Scratch space outside the repository; removed after the run. */
  readonly workDirectory: string
  /**
   * Prepared checkouts, generated datasets and reusable samples. Persists between runs of trusted events; untrusted
   * code must never be able to change what a later run uses.
   */
  readonly cacheDirectory: string
  /** The cache of trusted runs, read-only for this run; absent: none. */
  readonly trustedCache?: string
  /** The environment of warpgauge; children get an allow-list of it. */
  readonly environment: EnvironmentVariables
  /** Set when a run begins; absent: no sandbox. */
  readonly isolation?: Isolation
}

/** What trials need, prepared before the first one. */
export type TrialInputs = {
  readonly config: Config
  /** Path of the checkout by revision label. */
  readonly trees: ReadonlyMap<string, string>
  /** Errors that setups printed although they ended well, by revision label; absent: none. */
  readonly setupErrors?: ReadonlyMap<string, readonly string[]>
  /** By dataset name in the config. */
  readonly datasets: ReadonlyMap<string, PreparedDataset>
  /** Physical indices of all sampled GPUs, also those not assigned to a trial. */
  readonly watchedGpus: readonly number[]
  /** Idle power of each GPU by physical index, in watts; absent: unknown. */
  readonly idleWatts?: Readonly<Record<number, number>>
  /** Physical GPU indices for the device ids of a case. */
  readonly physicalGpus: (ids: readonly number[]) => readonly number[]
  /** Host name for other nodes; absent: unknown. */
  readonly hostName?: string
}

/** How commands of a run are isolated from each other. */
export type Isolation = IsolationRecord & {
  /**
   * Paths hidden from all commands of this run, readable paths inside them, and paths writable through `run.writable`.
   */
  readonly reach: Pick<Confinement, 'hidden' | 'covered' | 'readable' | 'writable'>
  /** Python keeps compiled files in the home of each revision, because its packages have none and are read-only. */
  readonly keepsBytecode?: boolean
}

import type { Config } from '../../config/schema/schema.ts'
import type { PreparedDataset } from '../../domain/core/dataset.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import type { GpuMonitor, LiveReadings } from '../../ports/gpu-monitor.ts'
import type { GrowingFiles } from '../../ports/growing-files.ts'
import type { FileStore } from '../../ports/file-store.ts'
import type { HostMeter } from '../../ports/host-meter.ts'
import type { Logger } from '../../ports/logger.ts'
import type { ProcessRunner } from '../../ports/process-runner.ts'
import type { Progress } from '../../ports/progress.ts'
import type { ResultTables } from '../../ports/result-tables.ts'
import { type IsolationRecord } from '../../domain/trial/isolation.ts'
import type { Confinement } from '../../ports/sandbox.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'

/** The hands that measuring needs. */
export type MeasurePorts = {
  readonly processes: ProcessRunner
  readonly files: FileStore
  readonly inspector: FileInspector
  readonly tables: ResultTables
  readonly clock: Clock
  readonly logger: Logger
  readonly progress: Progress
  /** Whoever sees the GPUs, or at least the host; null: nobody watches. */
  readonly monitor: (GpuMonitor & Partial<LiveReadings>) | null
  /** Sees the host alone, for cases that ask for it where nobody sees GPUs; absent: nobody. */
  readonly hostMonitor?: GpuMonitor
  /** Reads along what a pipeline says while it runs. */
  readonly growing: GrowingFiles
  /** Reads the machine around every trial, watched or not. */
  readonly hostMeter: HostMeter
}

/** Where things lie while a run goes on. */
export type Workplace = {
  /** Scratch space outside the repository; removed afterwards. */
  readonly workDirectory: string
  /**
   * Prepared checkouts, generated datasets, reusable samples. It survives runs where the event is trusted; what untrusted
   * code could have touched is not what a later run starts from.
   */
  readonly cacheDirectory: string
  /** What trusted runs keep, for a run that may use it and not write to it; absent: none. */
  readonly trustedCache?: string
  /** The environment warpgauge itself was started with; children get an allow-list of it. */
  readonly environment: EnvironmentVariables
  /** Known once a run has begun; absent: no sandbox. */
  readonly isolation?: Isolation
}

/** Everything trials need that was prepared before the first of them. */
export type TrialInputs = {
  readonly config: Config
  /** Path of the checked-out tree by revision label. */
  readonly trees: ReadonlyMap<string, string>
  /** By name in the config. */
  readonly datasets: ReadonlyMap<string, PreparedDataset>
  /** Physical indices of all GPUs that are watched, whichever a trial is given (W22). */
  readonly watchedGpus: readonly number[]
  /** Power of each GPU while nothing ran, by physical index, in watts; absent: not known. */
  readonly idleWatts?: Readonly<Record<number, number>>
  /** Physical indices behind the device ids of a case. */
  readonly physicalGpus: (ids: readonly number[]) => readonly number[]
  /** Name by which other nodes reach this machine; absent: not known. */
  readonly hostName?: string
}

/** How the commands of a run are kept apart. */
export type Isolation = IsolationRecord & {
  /** What no command of this run may reach, what all of them may read in there, and what `run.writable` lets them change. */
  readonly reach: Pick<Confinement, 'hidden' | 'covered' | 'readable' | 'writable'>
}

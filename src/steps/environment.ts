import type { Config } from '../config/schema.ts'
import type { PreparedDataset } from '../domain/dataset.ts'
import type { Clock } from '../ports/clock.ts'
import type { FileInspector } from '../ports/file-inspector.ts'
import type { FileStore } from '../ports/file-store.ts'
import type { Logger } from '../ports/logger.ts'
import type { ProcessRunner } from '../ports/process-runner.ts'
import type { Progress } from '../ports/progress.ts'

/** The hands that measuring needs. */
export type MeasurePorts = {
  readonly processes: ProcessRunner
  readonly files: FileStore
  readonly inspector: FileInspector
  readonly clock: Clock
  readonly logger: Logger
  readonly progress: Progress
}

/** Where things lie while a run goes on. */
export type Workplace = {
  /** Scratch space outside the repository; removed afterwards. */
  readonly workDirectory: string
  /** Survives runs: prepared checkouts, generated datasets, reusable samples. */
  readonly cacheDirectory: string
  /** The environment warpgauge itself was started with; children get an allow-list of it. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Everything trials need that was prepared before the first of them. */
export type Prepared = {
  readonly config: Config
  /** Path of the checked-out tree by revision label. */
  readonly trees: ReadonlyMap<string, string>
  /** By name in the config. */
  readonly datasets: ReadonlyMap<string, PreparedDataset>
}

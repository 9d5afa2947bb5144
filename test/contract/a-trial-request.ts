import { kernelRecords } from '../../src/io/gpu/kernel-table.ts'
import { writeHdf5Columns } from '../../src/io/gpu/sampling/sampling-files.ts'
import { mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../src/config/schema/schema.ts'
import type { PlannedCase } from '../../src/domain/plan/plan.ts'
import { createFileInspector, diskGrowingFiles } from '../../src/io/files/disk-file-inspector.ts'
import { diskFileStore } from '../../src/io/files/disk-file-store.ts'
import { createProcessRunner } from '../../src/io/process/execa-process-runner.ts'
import { procHostMeter } from '../../src/io/machine/host-meter.ts'
import { systemClock } from '../../src/io/machine/system-clock.ts'
import { createResultTables } from '../../src/io/tables/disk-result-tables.ts'
import type { MeasurePorts } from '../../src/steps/measure/environment.ts'
import type { TrialRequest } from '../../src/steps/trial/trial-request.ts'
import { aCase, headCommit } from '../unit/a-run.ts'

const silent = () => {}

/** The real ports of a trial; only logger and progress are silent, and nobody watches. */
export const trialPorts: MeasurePorts = {
  processes: createProcessRunner(),
  files: diskFileStore,
  inspector: createFileInspector(null),
  tables: createResultTables(null),
  growing: diskGrowingFiles,
  clock: systemClock,
  hostMeter: procHostMeter,
  kernelRecords,
  logger: { debug: silent, info: silent, notice: silent, warning: silent, error: silent },
  progress: { onStart: silent, onTrialStart: silent, onTrialEnd: silent, onEnd: silent },
  monitor: null,
  writeArrays: writeHdf5Columns,
}

export type TrialPlace = {
  /** The run folder, and the tree of the head unless another is named. */
  readonly folder: string
  readonly config: Config
  readonly planned?: Partial<PlannedCase>
  readonly tree?: string
}

/** The first trial of a case, in folders of its own below `folder`. */
export function aTrialRequest({ folder, config, planned = {}, tree = folder }: TrialPlace): TrialRequest {
  const workDirectory = mkdtempSync(join(folder, 'work-'))
  const directory = mkdtempSync(join(folder, 'trial-'))
  return {
    next: { planned: aCase(planned), index: 0, isWarmup: false },
    commit: headCommit,
    prepared: {
      config,
      trees: new Map([['head', tree]]),
      datasets: new Map(),
      watchedGpus: [],
      physicalGpus: () => [],
    },
    workplace: {
      workDirectory,
      cacheDirectory: workDirectory,
      environment: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
    },
    runFolder: folder,
    runId: 'run-1',
    earlier: [],
    directory,
    signal: new AbortController().signal,
  }
}

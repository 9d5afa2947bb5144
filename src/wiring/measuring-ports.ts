import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { kernelRecords } from '../io/gpu/kernel-table.ts'
import type { Logger } from '../ports/logger.ts'
import type { Progress } from '../ports/progress.ts'
import { createSandbox } from '../io/sandbox/bubblewrap-sandbox.ts'
import { createFileInspector, diskGrowingFiles } from '../io/files/disk-file-inspector.ts'
import { diskTreeReader } from '../io/files/disk-tree-reader.ts'
import { fileClaims } from '../io/files/file-claims.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { sleepUntilAborted, systemClock } from '../io/machine/system-clock.ts'
import { createGpuLock } from '../io/gpu/lock/gpu-lock.ts'
import { statfsDiskSpace, createDeviceInventory } from '../io/machine/system-devices.ts'
import type { MeasureRunPorts } from '../steps/measure/measure-run.ts'
import { createProcessRunner } from '../io/process/execa-process-runner.ts'
import { createResultTables } from '../io/tables/disk-result-tables.ts'
import { procHostMeter } from '../io/machine/host-meter.ts'
import { createScratch } from '../io/files/owned-directory.ts'
import type { LocalNames } from '../io/git/clone.ts'
import { openGitRepository } from '../io/git/simple-git-repository.ts'
import { requireSupportedPlatform } from '../steps/measure/preflight.ts'
import { toolVersion } from './tool-version.ts'
import { createWorkplace } from './workplace.ts'
import type { EnvironmentVariables } from '../domain/core/child-environment.ts'

export type MeasuringOptions = {
  readonly workspace: string
  /** Default: of this process. */
  readonly environment?: EnvironmentVariables
  /** For fetching from a private repository; passed only to git. Default: none. */
  readonly token?: string | null
  /** Which local names resolve revisions that the remote does not know. Default: all, as on a developer's machine. */
  readonly localNames?: LocalNames
  readonly logger: Logger
  readonly progress: Progress
  /** Aborts all readers of pipeline output. */
  readonly signal: AbortSignal
}

/** Creates the ports of a measuring run: processes, disk, git, devices. Throws an EnvironmentError outside of Linux. */
export async function createMeasuringPorts({
  workspace,
  environment = process.env,
  token = null,
  localNames = 'all',
  logger,
  progress,
  signal,
}: MeasuringOptions): Promise<MeasureRunPorts> {
  const inventory = createDeviceInventory(environment)
  requireSupportedPlatform(process.platform, inventory.readHost())
  return {
    processes: createProcessRunner(environment),
    files: diskFileStore,
    inspector: createFileInspector(signal),
    tables: createResultTables(signal),
    growing: diskGrowingFiles,
    clock: systemClock,
    git: await openGitRepository(workspace, {
      env: environment,
      token,
      localNames,
      warn: (message) => logger.warning(message),
    }),
    inventory,
    logger,
    progress,
    toolVersion,
    createWorkplace: (trust, runId) => createWorkplace(trust, runId, environment),
    lock: createGpuLock(),
    disks: statfsDiskSpace,
    hostMeter: procHostMeter,
    kernelRecords,
    writeArrays: async (path, columns, attributes) => {
      const { writeHdf5Columns } = await import('../io/gpu/sampling/sampling-files.ts')
      return await writeHdf5Columns(path, columns, attributes)
    },
    nodes: { ownCommand: [process.execPath, getCommandLinePath()], sleep: sleepUntilAborted },
    sleep: sleepUntilAborted,
    scratch: createScratch(logger),
    treeReader: diskTreeReader,
    claims: fileClaims,
    sandbox: createSandbox(workspace, environment),
    // Loads the monitoring tools only when there are GPUs.
    openMonitor: async (wanted, runId) => {
      const { chooseMonitor } = await import('../io/gpu/choose-monitor.ts')
      return await chooseMonitor({ wanted, environment, runId })
    },
  }
}

/** The entry file of the command line: in `src/` in development, at the top of `dist/` in the bundle. */
function getCommandLinePath(): string {
  const places = ['../cli.ts', './cli.js', '../cli.js']
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  const found = paths.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`the command line is missing: ${paths.join(', ')}`)
  return found
}

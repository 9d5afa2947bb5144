import type { DeviceInventory } from '../ports/device-inventory.ts'
import type { GitRepository } from '../ports/git-repository.ts'
import type { Logger } from '../ports/logger.ts'
import type { Progress } from '../ports/progress.ts'
import type { Clock } from '../ports/clock.ts'
import type { FileInspector } from '../ports/file-inspector.ts'
import type { FileStore } from '../ports/file-store.ts'
import type { ProcessRunner } from '../ports/process-runner.ts'
import { diskFileInspector } from '../io/disk-file-inspector.ts'
import { diskFileStore } from '../io/disk-file-store.ts'
import { createProcessRunner } from '../io/execa-process-runner.ts'
import { openGitRepository } from '../io/simple-git-repository.ts'
import { requireSupportedPlatform } from '../steps/preflight.ts'
import { systemClock } from '../io/system-clock.ts'
import { createDeviceInventory } from '../io/system-devices.ts'

export type MeasuringPorts = {
  readonly processes: ProcessRunner
  readonly files: FileStore
  readonly inspector: FileInspector
  readonly clock: Clock
  readonly git: GitRepository
  readonly inventory: DeviceInventory
  readonly logger: Logger
  readonly progress: Progress
}

export type MeasuringOptions = {
  readonly workspace: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** For fetching from a private repository; goes to git alone. */
  readonly token: string | null
  readonly logger: Logger
  readonly progress: Progress
}

/** The real hands of a measuring run: processes, disk, git, devices. */
export async function measuringPorts({
  workspace,
  environment,
  token,
  logger,
  progress,
}: MeasuringOptions): Promise<MeasuringPorts> {
  const inventory = createDeviceInventory(environment)
  requireSupportedPlatform(process.platform, inventory.host())
  return {
    processes: createProcessRunner(),
    files: diskFileStore,
    inspector: diskFileInspector,
    clock: systemClock,
    git: await openGitRepository(workspace, { token }),
    inventory,
    logger,
    progress,
  }
}

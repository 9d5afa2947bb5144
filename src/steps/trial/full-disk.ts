import { EnvironmentError } from '../../domain/core/errors.ts'
import type { DiskSpace } from '../../ports/disk-space.ts'

/** With less free space, hardly any program can write its output. */
const minFreeBytes = 2 ** 20

/**
 * Call after a failed trial: on a full disk every pipeline fails.
 *
 * @throws EnvironmentError that names the directory; a file system without size information counts as not full
 */
export async function refuseFullDisk(directories: readonly string[], disks: DiskSpace): Promise<void> {
  for (const directory of directories) {
    const space = await disks.readFreeSpace(directory)
    if (space === null || space.totalBytes === 0 || space.freeBytes >= minFreeBytes) continue
    throw new EnvironmentError(
      `the disk of ${directory} is full (${space.freeBytes} bytes free), so the failed trial is not counted`,
      'Free space there, then continue with --resume (input resume): completed trials are kept.',
    )
  }
}

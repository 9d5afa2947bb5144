import { EnvironmentError } from '../../domain/core/errors.ts'
import type { DiskSpace } from '../../ports/disk-space.ts'

/** With less than this hardly any program can write what it has to. */
const leastBytes = 2 ** 20

/**
 * To be asked when a trial has failed: on a full disk every pipeline fails, and that is no finding about this one.
 *
 * @throws EnvironmentError that names the directory; a file system that does not tell is taken for roomy
 */
export async function refuseFullDisk(directories: readonly string[], disks: DiskSpace): Promise<void> {
  for (const directory of directories) {
    const room = await disks.readFreeSpace(directory)
    if (room === null || room.totalBytes === 0 || room.freeBytes >= leastBytes) continue
    throw new EnvironmentError(
      `the disk of ${directory} is full (${room.freeBytes} bytes are free), so that the trial that failed there tells nothing`,
      'Free space there, then go on with --resume (input resume): what was measured so far is kept.',
    )
  }
}

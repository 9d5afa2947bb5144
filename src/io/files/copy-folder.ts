import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { EnvironmentError, UserError } from '../../domain/core/errors.ts'

const maxFiles = 100_000
/** Limits the apparent size, because a copy can lose the holes of a sparse file. */
const maxTotalBytes = 64 * 2 ** 30

type Copy = { readonly leaveOut: (path: string) => void; files: number; bytes: number }

/**
 * Copies the regular files of an untrusted directory. Skips links, which could point outside the folder, and devices.
 * Returns the skipped paths, relative to `from`; `skip` names entries of the top level.
 *
 * @throws UserError beyond 100,000 files or 64 GiB
 */
export async function copyFolder(from: string, to: string, skip: readonly string[]): Promise<string[]> {
  const names = await readdir(from)
  const leftOut: string[] = []
  const copy: Copy = { leaveOut: (path) => leftOut.push(relative(from, path)), files: 0, bytes: 0 }
  for (const name of names.toSorted()) {
    if (!skip.includes(name)) await copyEntry(join(from, name), join(to, name), copy)
  }
  return leftOut
}

async function copyEntry(from: string, to: string, copy: Copy): Promise<void> {
  const found = await lstat(from)
  if (found.isDirectory()) {
    for (const name of (await readdir(from)).toSorted()) await copyEntry(join(from, name), join(to, name), copy)
    return
  }
  if (!found.isFile()) return copy.leaveOut(from)
  copy.files += 1
  copy.bytes += found.size
  if (copy.files > maxFiles || copy.bytes > maxTotalBytes)
    throw new UserError(
      `${from} would be file ${copy.files} and byte ${copy.bytes} of a copy; at most ${maxFiles} files and ${maxTotalBytes} bytes are copied`,
      'Check the contents of this run folder; warpgauge writes far less.',
    )
  try {
    await mkdir(join(to, '..'), { recursive: true })
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  } catch (cause) {
    throw new EnvironmentError(
      `cannot copy ${from} to ${to}: ${cause instanceof Error ? cause.message : String(cause)}`,
      'Check free space and permissions of the output directory.',
      { cause },
    )
  }
}

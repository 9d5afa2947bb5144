import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { EnvironmentError } from '../domain/errors.ts'

/**
 * Copies the regular files of a directory that somebody else may have filled. Links and devices are left out: a link would
 * lead out of the folder. Gives the paths that were left out, relative to `from`; `skip` names entries of the top level.
 */
export async function copyFolder(from: string, to: string, skip: readonly string[]): Promise<string[]> {
  const names = await readdir(from)
  const leftOut: string[] = []
  for (const name of names.toSorted()) {
    if (!skip.includes(name))
      await copyEntry(join(from, name), join(to, name), (path) => leftOut.push(relative(from, path)))
  }
  return leftOut
}

async function copyEntry(from: string, to: string, leaveOut: (path: string) => void): Promise<void> {
  const found = await lstat(from)
  if (found.isDirectory()) {
    for (const name of (await readdir(from)).toSorted()) await copyEntry(join(from, name), join(to, name), leaveOut)
    return
  }
  if (!found.isFile()) return leaveOut(from)
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

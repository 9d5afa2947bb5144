import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { EnvironmentError } from '../domain/errors.ts'

/**
 * Writes into a directory, which is made when it is missing. When that fails, a directory that was made for it goes too.
 *
 * @throws EnvironmentError when the disk says no
 */
export async function fillDirectory<Result>(path: string, fill: (directory: string) => Promise<Result>) {
  const directory = resolve(path)
  let made: string | undefined
  try {
    made = await mkdir(directory, { recursive: true })
    return await fill(directory)
  } catch (cause) {
    if (made !== undefined) await rm(made, { recursive: true, force: true })
    throw translated(cause, directory)
  }
}

function translated(cause: unknown, directory: string): unknown {
  const { code, syscall } = cause as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return cause
  const what = `The dataset cannot be written to ${directory} (${code})`
  return new EnvironmentError(what, 'Make room there, or choose a directory that may be written to', { cause })
}

import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { EnvironmentError } from '../domain/core/errors.ts'
import { removeAbandoned } from './dataset-cache.ts'

/**
 * Fills a draft directory and moves its files to the target when all are complete, so that a killed process leaves no
 * partial dataset. When files replace older ones, `last` is moved last.
 *
 * @throws EnvironmentError when the disk cannot be written
 */
export async function fillDirectory<Result>(
  path: string,
  last: string,
  fill: (directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = resolve(path)
  const draft = join(dirname(directory), `.${basename(directory)}.${randomUUID()}.draft`)
  try {
    await mkdir(draft, { recursive: true })
    await removeAbandoned(dirname(directory), `.${basename(directory)}.`)
    const result = await fill(draft)
    await moveFiles(draft, directory, last)
    return result
  } catch (cause) {
    throw translateError(cause, directory)
  } finally {
    await rm(draft, { recursive: true, force: true }).catch(() => {})
  }
}

/** Moves the directory in one step when the target does not exist. */
async function moveFiles(draft: string, directory: string, last: string): Promise<void> {
  const isMoved = await rename(draft, directory).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false
      throw error
    },
  )
  if (isMoved) return
  // Without its metadata the directory is no dataset during the exchange.
  await rm(join(directory, last), { force: true })
  const names = (await readdir(draft)).filter((name) => name !== last)
  for (const name of [...names, last]) await rename(join(draft, name), join(directory, name))
}

function translateError(cause: unknown, directory: string): unknown {
  const { code, syscall } = cause as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return cause
  const what = `The dataset cannot be written to ${directory} (${code})`
  return new EnvironmentError(what, 'Free disk space, or choose a writable directory', { cause })
}

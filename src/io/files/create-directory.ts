import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasErrorCode } from '../../domain/core/errors.ts'

/**
 * Creates a directory and its parents; does nothing if it exists. `mkdir` of Node with `recursive` never ends where the
 * kernel says ENOENT below a directory that exists, as in /proc.
 */
export async function createDirectory(path: string): Promise<void> {
  try {
    await createBelowParent(path)
  } catch (error) {
    const parent = dirname(path)
    if (!hasErrorCode(error, 'ENOENT') || parent === path) throw error
    await createDirectory(parent)
    await createBelowParent(path)
  }
}

async function createBelowParent(path: string): Promise<void> {
  await mkdir(path).catch(async (error: unknown) => {
    const found = await stat(path).catch(() => null)
    if (!found?.isDirectory()) throw error
  })
}

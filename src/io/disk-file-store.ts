import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, basename } from 'node:path'
import { EnvironmentError, UserError } from '../domain/errors.ts'
import type { FileStore } from '../ports/file-store.ts'

/** Files on the local disk. */
export const diskFileStore: FileStore = {
  async readText(path, maxBytes) {
    const found = await stat(path).catch(nullIfAbsent)
    if (!found) return null
    if (!found.isFile()) throw new UserError(`${path} is not a file`, 'Give the path of a regular file.')
    if (found.size > maxBytes) {
      const hint = 'Check that this is the file you meant; warpgauge writes far smaller ones.'
      throw new UserError(`${path} has ${found.size} bytes; at most ${maxBytes} are read`, hint)
    }
    return await readFile(path, 'utf8')
  },

  async writeText(path, text) {
    const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`)
    try {
      await mkdir(dirname(path), { recursive: true })
      await writeDurably(temporary, text)
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {})
      throw new EnvironmentError(
        `cannot write ${path}: ${reasonOf(error)}`,
        'Check free space and permissions of that directory.',
        {
          cause: error,
        },
      )
    }
  },

  async makeDirectory(path) {
    await mkdir(path, { recursive: true }).catch((error: unknown) => {
      throw new EnvironmentError(
        `cannot create ${path}: ${reasonOf(error)}`,
        'Choose another directory or mend its permissions.',
        {
          cause: error,
        },
      )
    })
  },

  async remove(path) {
    await rm(path, { recursive: true, force: true, maxRetries: 3 })
  },

  async list(path) {
    const names = await readdir(path).catch(nullIfAbsent)
    return (names ?? []).toSorted()
  },
}

/** A power cut after the rename must not leave an empty file behind the new name, hence the sync before it. */
async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

function nullIfAbsent(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
  throw error
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

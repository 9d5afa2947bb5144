import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, basename } from 'node:path'
import { EnvironmentError, UserError } from '../domain/errors.ts'
import type { FileStore } from '../ports/file-store.ts'

/** Files on the local disk. */
export const diskFileStore: FileStore = {
  readText: (path, maxBytes) => readBounded(path, maxBytes, 0),

  readForeignText: (path, maxBytes) => readBounded(path, maxBytes, constants.O_NOFOLLOW),

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

  async writeBytes(path, content, maxBytes) {
    await mkdir(dirname(path), { recursive: true })
    const file = await open(path, 'w')
    let size = 0
    try {
      for await (const chunk of content) {
        size += chunk.length
        if (size > maxBytes)
          throw new UserError(`${path} would have more than ${maxBytes} bytes`, 'Give a smaller file.')
        await file.write(chunk)
      }
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      await file.close()
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

/** What is looked at and what is read is the same open file; opening must not wait for the other end of a pipe. */
async function readBounded(path: string, maxBytes: number, flags: number): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | flags).catch(
    (error: unknown) => refuseLink(path, error) ?? nullIfAbsent(error),
  )
  if (!file) return null
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new UserError(`${path} is not a file`, 'Give the path of a regular file.')
    if (found.size <= maxBytes) return await file.readFile('utf8')
    const hint = 'Check that this is the file you meant; warpgauge writes far smaller ones.'
    throw new UserError(`${path} has ${found.size} bytes; at most ${maxBytes} are read`, hint)
  } finally {
    await file.close()
  }
}

function refuseLink(path: string, error: unknown): null {
  if (!isSystemError(error, 'ELOOP')) return null
  throw new UserError(`${path} is a symbolic link`, 'Put the file itself there; warpgauge leaves no links behind.', {
    cause: error,
  })
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
  if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return null
  throw error
}

function isSystemError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

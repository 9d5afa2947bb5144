import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { glob, open, realpath, stat, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { UserError } from '../domain/errors.ts'
import type { FileInspector } from '../ports/file-inspector.ts'

const lineFeed = 0x0a

/** Streams through files on the local disk. */
export const diskFileInspector: FileInspector = {
  async find(pattern) {
    const paths: string[] = []
    for await (const path of glob(pattern)) paths.push(path)
    return paths.toSorted()
  },

  async stat(path) {
    const found = await stat(path).catch(() => null)
    return found?.isFile() ? { bytes: found.size, modifiedMs: found.mtimeMs } : null
  },

  async countLines(path) {
    let lines = 0
    let isEmpty = true
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      for (const byte of chunk) {
        if (byte === lineFeed && !isEmpty) lines += 1
        isEmpty = byte === lineFeed
      }
    }
    return isEmpty ? lines : lines + 1
  },

  async contains(path, text) {
    const needle = Buffer.from(text)
    let carried = Buffer.alloc(0)
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      const window = Buffer.concat([carried, chunk])
      if (window.includes(needle)) return true
      carried = window.subarray(Math.max(0, window.length - needle.length + 1))
    }
    return false
  },

  async *bytes(path) {
    const file = await openRegular(path)
    try {
      yield* file.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>
    } finally {
      await file.close()
    }
  },

  realPath: (path) => realpath(path).catch(() => path),

  async sha256(path) {
    const hash = createHash('sha256')
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) return null
    await pipeline(createReadStream(path), hash)
    return hash.digest('hex')
  },
}

/** What is looked at and what is read is the same open file; opening must not wait for the other end of a pipe. */
async function openRegular(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(
    (cause: unknown) => {
      const detail = cause instanceof Error ? cause.message : String(cause)
      throw new UserError(`${path} cannot be opened: ${detail}`, 'Give the file itself, no link to it.', { cause })
    },
  )
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new UserError(`${path} is not a file`, 'Give the path of a regular file.')
}

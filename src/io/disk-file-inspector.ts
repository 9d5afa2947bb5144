import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { glob, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
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

  async sha256(path) {
    const hash = createHash('sha256')
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) return null
    await pipeline(createReadStream(path), hash)
    return hash.digest('hex')
  },
}

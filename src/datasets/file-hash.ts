import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

const chunkBytes = 1 << 20

/**
 * SHA-256 over the bytes of the files, one after the other, as 64 hexadecimal digits. Files of any size are read, so that
 * only `signal` ends it, whose reason is thrown.
 */
export async function hashFiles(paths: readonly string[], signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(chunkBytes)
  for (const path of paths) {
    // A pipe without a writer must not hold up open().
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    if (!(await file.stat()).isFile()) throw new Error(`${path} is not a file`)
    for (;;) {
      signal?.throwIfAborted()
      const { bytesRead } = await file.read(buffer, 0, chunkBytes, null)
      if (bytesRead === 0) break
      hash.update(buffer.subarray(0, bytesRead))
    }
  }
  return hash.digest('hex')
}

import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

const chunkBytes = 1 << 20

/**
 * Computes the SHA-256 of the concatenated files, as 64 hexadecimal digits. There is no size limit; `signal` aborts the
 * reading.
 */
export async function hashFiles(paths: readonly string[], signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(chunkBytes)
  for (const path of paths) {
    // Without O_NONBLOCK, open() would block on a pipe without a writer.
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

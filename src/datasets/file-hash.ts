import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** SHA-256 over the bytes of the files, one after the other, as 64 hexadecimal digits. */
export async function hashFiles(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer)
  }
  return hash.digest('hex')
}

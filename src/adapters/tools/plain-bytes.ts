import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { UserError } from '../../domain/core/errors.ts'
import type { OutputFile } from '../output-file.ts'

/**
 * Yields the bytes of a file, unpacked when the content is gzip, independent of the file name. Yields nothing for an
 * empty file.
 */
export async function* readPlainBytes(file: OutputFile): AsyncGenerator<Uint8Array> {
  const chunks = file.readBytes()[Symbol.asyncIterator]()
  try {
    const first = await chunks.next()
    if (first.done) return
    const all = resumeChunks(first.value, chunks)
    if (first.value[0] === 0x1f && first.value[1] === 0x8b) yield* unpackGzip(all, file.path)
    else yield* all
  } finally {
    await chunks.return?.()
  }
}

async function* resumeChunks(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/** Unpacks all members: `cat a.gz b.gz` is one file. zlib ignores what follows a zero byte, so that is refused. */
async function* unpackGzip(packed: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  let size = 0
  async function* countBytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of packed) {
      size += chunk.length
      yield chunk
    }
  }
  try {
    const gunzip = pipeline(countBytes(), createGunzip(), () => undefined)
    yield* gunzip as AsyncIterable<Buffer>
    if (gunzip.bytesWritten < size) throw new Error('other bytes after its end')
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    throw new UserError(`${path} is damaged gzip: ${detail}`, 'Copy or write the file again', { cause })
  }
}

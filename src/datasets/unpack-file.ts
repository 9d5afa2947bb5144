import type { FileHandle } from 'node:fs/promises'
import { createGunzip, type Gunzip } from 'node:zlib'

const chunkBytes = 1 << 18

/** Receives a chunk of a file. The buffer is reused when this returns. */
export type ChunkListener = (chunk: Buffer) => void

type StoredFile = { readonly handle: FileHandle; readonly isGzip: boolean; readonly signal?: AbortSignal | undefined }

/** Passes the stored bytes to `seeStored` and the unpacked text to `see`, in chunks of at most 256 KiB. */
export async function unpackFile(file: StoredFile, see: ChunkListener, seeStored: ChunkListener): Promise<void> {
  if (file.isGzip) return inflateFile(file, see, seeStored)
  return readChunks(file, (chunk) => {
    seeStored(chunk)
    see(chunk)
  })
}

/**
 * Alternates between two buffers: a stream allocates one per chunk, which takes 100 MB for a large file before garbage
 * collection.
 */
async function readChunks(
  { handle, signal }: StoredFile,
  take: (chunk: Buffer) => void | Promise<void>,
): Promise<void> {
  const [one, other] = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)]
  let reading = handle.read(one, 0, chunkBytes, null)
  for (;;) {
    signal?.throwIfAborted()
    const { bytesRead, buffer } = await reading
    if (bytesRead === 0) return
    reading = handle.read(buffer === one ? other : one, 0, chunkBytes, null)
    // Avoids an unhandled rejection when `take` throws before the next iteration awaits this.
    reading.catch(() => undefined)
    await take(buffer.subarray(0, bytesRead))
  }
}

async function inflateFile(file: StoredFile, see: ChunkListener, seeStored: ChunkListener): Promise<void> {
  const gunzip = createGunzip({ chunkSize: chunkBytes })
  const [fed, seen] = await Promise.allSettled([feedGunzip(gunzip, file, seeStored), drain(gunzip, see, file.signal)])
  // The error of the reader comes first: when it stops, writing fails as well.
  if (seen.status === 'rejected') throw seen.reason
  if (fed.status === 'rejected') throw fed.reason
  await refuseHiddenMember(file.handle, gunzip.bytesWritten)
}

async function feedGunzip(gunzip: Gunzip, file: StoredFile, seeStored: ChunkListener): Promise<void> {
  try {
    await readChunks(file, async (chunk) => {
      seeStored(chunk)
      await writeChunk(gunzip, chunk)
    })
    gunzip.end()
  } catch (cause) {
    gunzip.destroy(cause as Error)
    throw cause
  }
}

function writeChunk(gunzip: Gunzip, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    gunzip.write(chunk, (error) => (error ? reject(error) : resolve()))
  })
}

/** Frees a full buffer immediately; waiting for garbage collection takes 60 MB more. */
async function drain(gunzip: Gunzip, see: ChunkListener, signal: AbortSignal | undefined): Promise<void> {
  for await (const chunk of gunzip as AsyncIterable<Buffer<ArrayBuffer>>) {
    signal?.throwIfAborted()
    see(chunk)
    if (chunk.byteOffset + chunk.length === chunk.buffer.byteLength) chunk.buffer.transfer(0)
  }
}

/**
 * Zero padding after a gzip file is valid. zlib skips everything behind it, so that hidden data would give a smaller
 * dataset without an error.
 */
async function refuseHiddenMember(handle: FileHandle, readBytes: number): Promise<void> {
  const { size } = await handle.stat()
  const buffer = Buffer.allocUnsafe(chunkBytes)
  for (let at = readBytes; at < size;) {
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, at)
    if (buffer.subarray(0, bytesRead).some((byte) => byte !== 0)) throw createHiddenMemberError()
    if (bytesRead === 0) return
    at += bytesRead
  }
}

function createHiddenMemberError(): NodeJS.ErrnoException {
  return Object.assign(new Error('zeros between compressed parts'), { code: 'Z_DATA_ERROR' })
}

import type { FileHandle } from 'node:fs/promises'
import { createGunzip, type Gunzip } from 'node:zlib'

const chunkBytes = 1 << 18

/** Sees a piece of a file. The buffer is used again as soon as this returns. */
export type ChunkListener = (chunk: Buffer) => void

type StoredFile = { readonly handle: FileHandle; readonly isGzip: boolean; readonly signal?: AbortSignal | undefined }

/** Shows `seeStored` the file as it is stored, and `see` its text, in pieces of at most 256 KiB. */
export async function unpackFile(file: StoredFile, see: ChunkListener, seeStored: ChunkListener): Promise<void> {
  if (file.isGzip) return inflateFile(file, see, seeStored)
  return readChunks(file, (chunk) => {
    seeStored(chunk)
    see(chunk)
  })
}

/** Takes turns with two buffers: a stream allocates one per chunk, and a large file costs 100 MB before they are collected. */
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
    // Awaited in the next turn, which never comes when `take` throws.
    reading.catch(() => undefined)
    await take(buffer.subarray(0, bytesRead))
  }
}

async function inflateFile(file: StoredFile, see: ChunkListener, seeStored: ChunkListener): Promise<void> {
  const gunzip = createGunzip({ chunkSize: chunkBytes })
  const [fed, seen] = await Promise.allSettled([feedGunzip(gunzip, file, seeStored), drain(gunzip, see, file.signal)])
  // What the reader of the text says comes first: when it stops, writing fails as well.
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

/** A full buffer is given back at once: nobody else holds it, and waiting for the collector costs 60 MB. */
async function drain(gunzip: Gunzip, see: ChunkListener, signal: AbortSignal | undefined): Promise<void> {
  for await (const chunk of gunzip as AsyncIterable<Buffer<ArrayBuffer>>) {
    signal?.throwIfAborted()
    see(chunk)
    if (chunk.byteOffset + chunk.length === chunk.buffer.byteLength) chunk.buffer.transfer(0)
  }
}

/** Zeros may fill up a gzip file. zlib skips whatever stands behind them, which would make a silently smaller dataset. */
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

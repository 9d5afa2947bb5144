import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { UserError } from '../../domain/core/errors.ts'
import { FastaScanner, type FastaTotals, type RecordListener } from './fasta-scanner.ts'

/** A FASTA file and the option that names it, such as `datasets.virus.path` or `--from`. */
export type FastaFile = {
  readonly setting: string
  readonly path: string
  /** Aborts the reading. */
  readonly signal?: AbortSignal | undefined
}

/** Results of one pass over a file: SHA-256 and size are those of the file as stored. */
export type FastaScan = FastaTotals & { readonly sha256: string; readonly bytes: number }

/** An opened FASTA file. */
export type OpenFasta = FastaFile & {
  readonly handle: FileHandle
  readonly isGzip: boolean
  readonly size: number
  readonly mtimeMs: number
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens a file, which the caller disposes. @throws UserError when it is missing, empty or not a regular file */
export async function openFasta(file: FastaFile): Promise<OpenFasta> {
  const { path, setting } = file
  // Without O_NONBLOCK, open() would block on a pipe without a writer.
  const opening = open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const handle = await opening.catch((cause: NodeJS.ErrnoException) => {
    const what = cause.code === 'ENOENT' ? 'does not exist' : `cannot be opened (${cause.code})`
    const hint = `Create the file, or correct ${setting}; warpgauge never downloads data`
    throw new UserError(`${describeFile(file)} ${what}`, hint, { cause })
  })
  try {
    const status = await handle.stat()
    if (!status.isFile()) throw new UserError(`${describeFile(file)} is not a file`, `Set one FASTA file in ${setting}`)
    const { size, mtimeMs } = status
    if (size === 0) throw new UserError(`${describeFile(file)} is empty`, 'Use a FASTA file with at least one sequence')
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    const isGzip = buffer[0] === 0x1f && buffer[1] === 0x8b
    return { ...file, handle, isGzip, size, mtimeMs, [Symbol.asyncDispose]: () => handle.close() }
  } catch (cause) {
    await handle.close()
    throw cause
  }
}

/**
 * Scans a FASTA file, plain or gzip, once and in bounded memory.
 *
 * @throws UserError when it is not FASTA, damaged, or changes during the scan
 */
export async function scanFasta(file: OpenFasta, listen: RecordListener): Promise<FastaScan> {
  const scanner = new FastaScanner(describeFile(file), listen)
  const hash = createHash('sha256')
  try {
    const take = (chunk: Buffer): void => scanner.add(chunk)
    await readText(file, take, (chunk) => hash.update(chunk))
  } catch (cause) {
    const { code = '', syscall } = cause as NodeJS.ErrnoException
    if (syscall !== 'read' && !code.startsWith('Z_')) throw cause
    const what = `cannot be read to its end (${code}) at or after line ${scanner.line} of its text`
    throw new UserError(`${describeFile(file)} ${what}`, 'Copy the file again', { cause })
  }
  const totals = scanner.end()
  await refuseChanged(file)
  return { ...totals, sha256: hash.digest('hex'), bytes: file.size }
}

/**
 * Checks size and modification time. `hasSameBytes`: whether a second read gave the same SHA-256.
 *
 * @throws UserError when the file changed since it was opened, or has other bytes
 */
export async function refuseChanged(file: OpenFasta, hasSameBytes = true): Promise<void> {
  const { size, mtimeMs } = await file.handle.stat()
  if (hasSameBytes && size === file.size && mtimeMs === file.mtimeMs) return
  throw new UserError(`${describeFile(file)} changed while it was read`, 'Run again when the file is complete')
}

/** Formats a file with its option for messages: `datasets.virus.path: virus.fa`. */
export function describeFile({ setting, path }: FastaFile): string {
  return `${setting}: ${path}`
}

const chunkBytes = 1 << 18

/** Receives a chunk of a file of at most 256 KiB. The buffer is reused when this returns. */
type ChunkListener = (chunk: Buffer) => void | Promise<void>

/**
 * Passes the unpacked text to `take`, and the bytes as stored to `see`. Throws errors of the system and of zlib as is.
 */
export async function readText(file: OpenFasta, take: ChunkListener, see?: (chunk: Buffer) => void): Promise<void> {
  if (!file.isGzip)
    return await readChunks(file, (chunk) => {
      see?.(chunk)
      return take(chunk)
    })
  const gunzip = createGunzip({ chunkSize: chunkBytes })
  const feed = async (): Promise<void> => {
    try {
      await readChunks(file, async (chunk) => {
        see?.(chunk)
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        gunzip.write(chunk, (error) => (error ? reject(error) : resolve()))
        await promise
      })
      gunzip.end()
    } catch (cause) {
      gunzip.destroy(cause as Error)
      throw cause
    }
  }
  const drain = async (): Promise<void> => {
    for await (const chunk of gunzip as AsyncIterable<Buffer<ArrayBuffer>>) {
      file.signal?.throwIfAborted()
      await take(chunk)
      // Frees a full buffer immediately; waiting for garbage collection takes 60 MB more.
      if (chunk.byteOffset + chunk.length === chunk.buffer.byteLength) chunk.buffer.transfer(0)
    }
  }
  const [fed, drained] = await Promise.allSettled([feed(), drain()])
  // The error of the reader comes first: when it stops, writing fails as well.
  if (drained.status === 'rejected') throw drained.reason
  if (fed.status === 'rejected') throw fed.reason
  // Zero padding after a gzip file is valid. zlib skips everything behind it, and hidden data would go unnoticed.
  await readChunks(
    file,
    (chunk) => {
      if (chunk.some((byte) => byte !== 0))
        throw Object.assign(new Error('zeros between compressed parts'), { code: 'Z_DATA_ERROR' })
    },
    gunzip.bytesWritten,
  )
}

/**
 * Alternates between two buffers: a stream allocates one per chunk, which takes 100 MB for a large file before garbage
 * collection.
 */
async function readChunks({ handle, signal }: OpenFasta, take: ChunkListener, start = 0): Promise<void> {
  const [one, other] = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)]
  let position = start
  let reading = handle.read(one, 0, chunkBytes, position)
  for (;;) {
    signal?.throwIfAborted()
    const { bytesRead, buffer } = await reading
    if (bytesRead === 0) return
    position += bytesRead
    reading = handle.read(buffer === one ? other : one, 0, chunkBytes, position)
    // Avoids an unhandled rejection when `take` throws before the next iteration awaits this.
    reading.catch(() => undefined)
    await take(buffer.subarray(0, bytesRead))
  }
}

import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { UserError } from '../domain/core/errors.ts'
import { createFastaScanner, type FastaListener, type FastaScanner, type FastaTotals } from './fasta-scanner.ts'
import { unpackFile, type ChunkListener } from './unpack-file.ts'

/** A FASTA file and the option that names it, such as `datasets.virus.path` or `--from`. */
export type FastaFile = {
  readonly setting: string
  readonly path: string
  /** Aborts the reading. */
  readonly signal?: AbortSignal | undefined
}

/** Results of one pass over a file. */
export type FastaScan = FastaTotals & {
  /** SHA-256 of the file as stored. */
  readonly sha256: string
  /** Size of the file as stored. */
  readonly bytes: number
}

/** Receives records and unpacked text during a scan. */
export type FastaAudience = FastaListener & {
  /** Receives each chunk of unpacked text after its records. The buffer is reused when this returns. */
  readonly onChunk?: ChunkListener
}

/** An opened FASTA file. */
export type OpenFasta = FastaFile & {
  readonly handle: FileHandle
  readonly isGzip: boolean
  readonly size: number
  readonly mtimeMs: number
  [Symbol.asyncDispose](): Promise<void>
}

/** @throws UserError when the file is missing, empty or not a regular file */
export async function openFasta(file: FastaFile): Promise<OpenFasta> {
  const handle = await openFile(file)
  try {
    const { size, mtimeMs } = await readStatus(file, handle)
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
export async function scanFasta(file: OpenFasta, audience: FastaAudience): Promise<FastaScan> {
  const scanner = createFastaScanner(describeFile(file), audience)
  const hash = createHash('sha256')
  const see = (chunk: Buffer): void => {
    scanner.add(chunk)
    audience.onChunk?.(chunk)
  }
  await unpackFile(file, see, (chunk) => hash.update(chunk)).catch((cause: unknown) => {
    throw translateError(cause, file, scanner)
  })
  const totals = scanner.end()
  await refuseChanged(file)
  return { ...totals, sha256: hash.digest('hex'), bytes: file.size }
}

/** @throws UserError when the file changed since it was opened */
export async function refuseChanged(file: OpenFasta): Promise<void> {
  const { size, mtimeMs } = await file.handle.stat()
  if (size === file.size && mtimeMs === file.mtimeMs) return
  throw new UserError(`${describeFile(file)} changed while it was read`, 'Run again when the file is complete')
}

/** Formats a file with its option for messages: `datasets.virus.path: virus.fa`. */
export function describeFile({ setting, path }: FastaFile): string {
  return `${setting}: ${path}`
}

async function openFile(file: FastaFile): Promise<FileHandle> {
  // Without O_NONBLOCK, open() would block on a pipe without a writer.
  return open(file.path, constants.O_RDONLY | constants.O_NONBLOCK).catch((cause: NodeJS.ErrnoException) => {
    const what = cause.code === 'ENOENT' ? 'does not exist' : `cannot be opened (${cause.code})`
    const hint = `Create the file, or correct ${file.setting}; warpgauge never downloads data`
    throw new UserError(`${describeFile(file)} ${what}`, hint, { cause })
  })
}

async function readStatus(file: FastaFile, handle: FileHandle): Promise<{ size: number; mtimeMs: number }> {
  const status = await handle.stat()
  if (!status.isFile())
    throw new UserError(`${describeFile(file)} is not a file`, `Set one FASTA file in ${file.setting}`)
  if (status.size > 0) return status
  throw new UserError(`${describeFile(file)} is empty`, 'Use a FASTA file with at least one sequence')
}

function translateError(cause: unknown, file: FastaFile, scanner: FastaScanner): unknown {
  const { code = '', syscall } = cause as NodeJS.ErrnoException
  if (syscall !== 'read' && !code.startsWith('Z_')) return cause
  const what = `cannot be read to its end (${code}) at or after line ${scanner.getLine()} of its text`
  return new UserError(`${describeFile(file)} ${what}`, 'Copy the file again', { cause })
}

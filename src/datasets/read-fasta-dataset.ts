import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { PreparedDataset } from '../domain/dataset.ts'
import { UserError } from '../domain/errors.ts'
import { createFastaCounter, type FastaCounter } from './fasta-counter.ts'

export type FastaSource = {
  /** Name in the config. */
  readonly name: string
  /** Absolute path. */
  readonly path: string
  /** The bytes must have this SHA-256. */
  readonly sha256?: string
}

/**
 * Counts and hashes a FASTA file that lies on this machine, plain or gzipped, in one pass of bounded memory. Size and
 * SHA-256 are those of the file as stored.
 *
 * @throws UserError when the file is missing, empty, not FASTA, damaged, or has another SHA-256 than asked for
 */
export async function readFastaDataset(source: FastaSource): Promise<PreparedDataset> {
  const isGzip = await hasGzipHeader(source)
  const { sha256, bytes, counter } = await scan(source, isGzip)
  if (source.sha256 !== undefined && source.sha256 !== sha256) {
    throw new UserError(
      `${place(source)} has SHA-256 ${sha256}, the config asks for ${source.sha256}`,
      `Restore the file, or set datasets.${source.name}.sha256 to its new value if the change is meant`,
    )
  }
  const identity = {
    name: source.name,
    kind: 'real',
    sha256,
    sequences: counter.sequences(),
    bytes,
    parameters: {},
  } as const
  return { identity, files: [source.path] }
}

async function hasGzipHeader(source: FastaSource): Promise<boolean> {
  await using handle = await openFile(source)
  const { size } = await refuseNonFile(source, handle)
  if (size === 0) throw new UserError(`${place(source)} is empty`, 'Give a FASTA file with at least one sequence')
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  return buffer[0] === 0x1f && buffer[1] === 0x8b
}

async function openFile(source: FastaSource): Promise<FileHandle> {
  return open(source.path, 'r').catch((cause: NodeJS.ErrnoException) => {
    const what = cause.code === 'ENOENT' ? 'does not exist' : `cannot be opened (${cause.code})`
    const hint = `Put the file there, or correct datasets.${source.name}.path; warpgauge never downloads data`
    throw new UserError(`${place(source)} ${what}`, hint, { cause })
  })
}

async function refuseNonFile(source: FastaSource, handle: FileHandle) {
  const status = await handle.stat()
  if (status.isFile()) return status
  throw new UserError(`${place(source)} is not a file`, `Name one FASTA file in datasets.${source.name}.path`)
}

async function scan(source: FastaSource, isGzip: boolean) {
  const hash = createHash('sha256')
  const counter = createFastaCounter()
  let bytes = 0
  async function* tap(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const file = createReadStream(source.path, { highWaterMark: 1 << 20 })
  const count = (chunks: AsyncIterable<Buffer>) => countChunks(chunks, counter, source)
  const done = isGzip ? pipeline(file, tap, createGunzip(), count) : pipeline(file, tap, count)
  await done.catch((cause: unknown) => {
    throw translated(cause, source)
  })
  return { sha256: hash.digest('hex'), bytes, counter }
}

async function countChunks(chunks: AsyncIterable<Buffer>, counter: FastaCounter, source: FastaSource): Promise<void> {
  for await (const chunk of chunks) {
    const line = counter.add(chunk)
    if (line !== null) throw notFasta(source, JSON.stringify(line))
  }
  if (counter.sequences() === 0) throw notFasta(source, 'nothing')
}

function notFasta(source: FastaSource, start: string): UserError {
  const hint = 'A FASTA file starts with a line like ">id description"'
  return new UserError(`${place(source)} is not FASTA: line 1 is ${start}`, hint)
}

function translated(cause: unknown, source: FastaSource): unknown {
  const code = (cause as NodeJS.ErrnoException).code
  if (cause instanceof UserError || code === undefined) return cause
  return new UserError(`${place(source)} cannot be read to its end (${code})`, 'Copy the file again', { cause })
}

function place({ name, path }: FastaSource): string {
  return `datasets.${name}: ${path}`
}

import { createHash, type Hash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Candidates } from './candidate-pool.ts'
import { formatDatasetFileName, splitEvenly } from './dataset-files.ts'
import type { DatasetMetadata } from './dataset-metadata.ts'
import { createRecordReader, type RecordReader } from './record-reader.ts'

const bufferBytes = 1 << 18
const newline = 0x0a

/** The records of a sample, and the file with their text. */
export type ChosenRecords = {
  readonly candidates: Candidates
  /** Indices of the candidates, ascending. */
  readonly indices: Uint32Array
  readonly text: FileHandle
}

/** Copies the records unchanged from the source into `files` files. */
export async function writeSample(directory: string, { candidates, indices, text }: ChosenRecords, files: number) {
  const [reader, hash, buffer] = [createRecordReader(text), createHash('sha256'), Buffer.allocUnsafe(bufferBytes)]
  const written: DatasetMetadata['files'][number][] = []
  let done = 0
  for (const [index, sequences] of splitEvenly(files, indices.length).entries()) {
    const name = formatDatasetFileName(index)
    await using handle = await open(join(directory, name), 'w')
    const output = createOutput(handle, hash, buffer)
    await copyRecords(reader, candidates, indices.subarray(done, done + sequences), output)
    written.push({ name, sequences, bytes: await output.end() })
    done += sequences
  }
  return { files: written, sha256: hash.digest('hex') }
}

/** Adds the line break that the last record of a source file may lack, so that another record can follow. */
async function copyRecords(reader: RecordReader, candidates: Candidates, indices: Uint32Array, output: Output) {
  let last = newline
  const take = (piece: Buffer): void | Promise<void> => {
    last = piece.at(-1) as number
    return output.add(piece)
  }
  for (const index of indices) {
    await reader.read(candidates.offsets[index] as number, candidates.byteSizes[index] as number, take)
    if (last !== newline) await take(Buffer.from('\n'))
  }
}

type Output = {
  /** Returns a promise only when the buffer is full, so that small records need no await. */
  add(piece: Buffer): void | Promise<void>
  /** Returns the size of the file in bytes. */
  end(): Promise<number>
}

function createOutput(handle: FileHandle, hash: Hash, buffer: Buffer): Output {
  let bytes = 0
  let filled = 0
  const write = async (piece: Buffer): Promise<void> => {
    hash.update(piece)
    await handle.writeFile(piece)
    bytes += piece.length
  }
  const makeRoom = async (piece: Buffer): Promise<void> => {
    await write(buffer.subarray(0, filled))
    filled = 0
    if (piece.length > buffer.length) await write(piece)
    else filled = piece.copy(buffer)
  }
  return {
    add: (piece) => {
      if (filled + piece.length > buffer.length) return makeRoom(piece)
      filled += piece.copy(buffer, filled)
      return undefined
    },
    end: async () => {
      await write(buffer.subarray(0, filled))
      return bytes
    },
  }
}

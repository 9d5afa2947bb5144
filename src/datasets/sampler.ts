import { UserError } from '../domain/core/errors.ts'
import { createCandidatePool, type CandidatePool } from './candidate-pool.ts'
import type { CandidateSpool } from './candidate-spool.ts'
import { createLengthCounter, type LengthCounter } from './length-counts.ts'
import { drawWord, openWordStream } from './random-words.ts'
import { describeFile, type FastaAudience, type FastaFile } from './scan-fasta.ts'

const largestRecordBytes = 2 ** 32 - 1

/** Listens to a pass over a file: counts all lengths and keeps random records as candidates. */
export type Sampler = {
  readonly audience: FastaAudience
  readonly counter: LengthCounter
  readonly pool: CandidatePool
}

type Settings = { readonly source: FastaFile; readonly sequences: number; readonly seed: number }

/** Creates a sampler. The priority of the n-th record is the n-th random word of the seed. */
export function createSampler({ source, sequences, seed }: Settings, spool: CandidateSpool | null): Sampler {
  const [counter, pool, stream] = [createLengthCounter(), createCandidatePool(sequences), openWordStream(seed)]
  let start = 0
  let offset = 0
  let priority = 0
  const onRecordEnd = (end: number, length: number): void => {
    counter.add(length)
    if (!pool.canAdd(priority)) return
    spool?.close(end)
    if (end - start > largestRecordBytes) throw createTooLargeError(source, end - start)
    pool.add(priority, { length, offset, byteSize: end - start })
  }
  const onRecordStart = (at: number): void => {
    priority = drawWord(stream)
    start = at
    if (pool.canAdd(priority)) offset = spool ? spool.open(at) : at
  }
  return {
    audience: { onRecordStart, onRecordEnd, ...(spool && { onChunk: spool.take }) },
    counter,
    pool,
  }
}

function createTooLargeError(source: FastaFile, bytes: number): UserError {
  const hint = 'Use the complete file, or split this record'
  return new UserError(`${describeFile(source)} has a record of ${bytes} bytes; the limit is 4 GiB`, hint)
}

import { createHash } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { UserError } from '../../domain/core/errors.ts'
import { formatCount, formatCounted } from '../../domain/core/numbers.ts'
import { sumValues } from '../../domain/core/statistics.ts'
import { refuseImpossible, splitFiles, writeMetadata, type SampleMetadata } from './fasta-directory.ts'
import {
  computeLargestDifference,
  computeLengthQuantile,
  countLengths,
  LengthCounter,
  planStrata,
  type LengthStratum,
} from './lengths.ts'
import {
  describeFile,
  openFasta,
  readText,
  refuseChanged,
  scanFasta,
  type FastaFile,
  type OpenFasta,
} from './open-fasta.ts'
import { drawWord, openWordStream } from './random-words.ts'

/** Increment this when the same source and parameters give other bytes. */
const samplerVersion = 1

/** Parameters of a sample besides its source. */
export type SampleSettings = {
  readonly sequences: number
  /** 0 to 2³² − 1. */
  readonly seed: number
  /** Number of files that share the sequences, in order. */
  readonly files: number
}

/** A sample to draw; the name is that in the config. */
export type SampleSpec = SampleSettings & { readonly name: string; readonly source: FastaFile }

const shownShares = [0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1]

/**
 * Draws a length-stratified sample from a FASTA file, plain or gzip: the share of sequences up to any length differs by
 * at most max(1 %, 1/n) + 1/(2n) from the source. Reads the file three times: to count its lengths, to choose records,
 * and to copy them unchanged and in order to `file_001.fa` …. Memory grows only with the sample. Also writes
 * `metadata.json`. The same source, number and seed give the same bytes on every machine.
 *
 * @throws UserError when the file is no valid FASTA, or has fewer sequences than requested
 */
export async function sampleFasta(directory: string, spec: SampleSpec): Promise<SampleMetadata> {
  const { name, sequences } = spec
  refuseImpossible(spec)
  await using file = await openFasta(spec.source)
  const counter = new LengthCounter()
  const scan = await scanFasta(file, (_start, _end, length) => counter.add(length))
  if (scan.sequences < sequences) {
    const what = `has ${formatCounted(scan.sequences, 'sequence')}, the sample needs ${formatCount(sequences)}`
    const hint = `Sample at most ${scan.sequences} sequences, or use the complete file`
    throw new UserError(`${describeFile(file)} ${what}`, hint)
  }
  const source = counter.listCounts()
  const strata = planStrata(source, sequences)
  const records = await chooseRecords(file, strata, spec.seed)
  const sample = countLengths(records.map(({ length }) => length))
  const { files, sha256, sourceSha256 } = await copyRecords(directory, file, records, spec.files)
  await refuseChanged(file, sourceSha256 === scan.sha256)
  const metadata: SampleMetadata = {
    schemaVersion: 1,
    kind: 'sample',
    name,
    parameters: { source: scan.sha256, ...listSampleParameters(spec) },
    sequences,
    bases: sumValues(records.map(({ length }) => length)),
    bytes: sumValues(files.map(({ bytes }) => bytes)),
    sha256,
    files,
    source: { file: basename(file.path), ...scan },
    lengths: {
      largestDifference: computeLargestDifference(source, sample),
      quantiles: shownShares.map((share) => {
        return { share, source: computeLengthQuantile(source, share), sample: computeLengthQuantile(sample, share) }
      }),
    },
    strata,
  }
  await writeMetadata(directory, metadata)
  return metadata
}

/** Lists all parameters of a sample besides its source. */
export function listSampleParameters({ sequences, seed, files }: SampleSettings): Record<string, number> {
  return { sequences, seed, files, sampler: samplerVersion }
}

/** A record with its random 32-bit priority; `start` and `end` in bytes of the unpacked text. */
type Candidate = {
  readonly priority: number
  readonly start: number
  readonly end: number
  readonly length: number
}

/** Candidates beyond those that are needed are dropped together, this many at a time. */
const spare = 1000

/**
 * Chooses the records with the smallest priorities in each stratum, in the order of the file. The priority of the n-th
 * record is the n-th random word of the seed.
 */
async function chooseRecords(
  file: OpenFasta,
  strata: readonly LengthStratum[],
  seed: number,
): Promise<readonly Candidate[]> {
  const stream = openWordStream(seed)
  const pools = strata.map((stratum) => ({ ...stratum, limit: 2 ** 32, records: [] as Candidate[] }))
  const dropLargest = (pool: (typeof pools)[number]): Candidate[] => {
    pool.records.sort((one, other) => one.priority - other.priority || one.start - other.start)
    pool.records.splice(pool.sample)
    pool.limit = pool.records.at(-1)?.priority ?? -1
    return pool.records
  }
  await scanFasta(file, (start, end, length) => {
    const priority = drawWord(stream)
    const pool = pools.findLast(({ minLength }) => minLength <= length)
    if (!pool || priority > pool.limit) return
    if (pool.records.push({ priority, start, end, length }) >= 2 * pool.sample + spare) dropLargest(pool)
  })
  return pools.flatMap(dropLargest).toSorted((one, other) => one.start - other.start)
}

const newline = 0x0a

/** Copies records of the source, which are in its order, into files of a directory. */
async function copyRecords(directory: string, file: OpenFasta, records: readonly Candidate[], count: number) {
  const [hash, source] = [createHash('sha256'), createHash('sha256')]
  const files = splitFiles(count, records.length)
  let [chunkStart, next, current, left] = [0, 0, 0, 0]
  let pieces: Buffer[] = []
  const flush = async (): Promise<void> => {
    const target = files[current]
    const bytes = Buffer.concat(pieces.splice(0))
    if (!target || bytes.length === 0) return
    hash.update(bytes)
    target.bytes += bytes.length
    await appendFile(join(directory, target.name), bytes)
  }
  const take = async (chunk: Buffer): Promise<void> => {
    const chunkEnd = chunkStart + chunk.length
    for (let record = records[next]; record && record.start < chunkEnd; record = records[(next += 1)]) {
      const piece = chunk.subarray(Math.max(0, record.start - chunkStart), record.end - chunkStart)
      pieces.push(piece)
      if (record.end > chunkEnd) break
      // The last record of a source may lack its line break; another record may follow.
      if (piece.at(-1) !== newline) pieces.push(Buffer.from('\n'))
      left = (left || (files[current]?.sequences ?? 0)) - 1
      if (left > 0) continue
      await flush()
      current += 1
    }
    await flush()
    chunkStart = chunkEnd
  }
  await readText(file, take, (chunk) => source.update(chunk))
  return { files, sha256: hash.digest('hex'), sourceSha256: source.digest('hex') }
}

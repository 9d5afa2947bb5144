import { createHash, type Hash } from 'node:crypto'
import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { PreparedDataset } from '../domain/dataset.ts'
import { UserError } from '../domain/errors.ts'
import { writeMetadata, type DatasetMetadata } from './dataset-metadata.ts'
import { createSynthesizer, type SequenceShape, type Synthesizer } from './synthesizer.ts'

/** Changes whenever the same parameters would give other bytes. */
const generatorVersion = 1

const bufferBytes = 1 << 20

export type SyntheticSpec = SequenceShape & {
  readonly sequences: number
  /** 0 to 2³² − 1. */
  readonly seed: number
  /** The sequences are spread over this many files in order. */
  readonly files: number
  /** Created when missing; files of the same names are replaced. */
  readonly directory: string
  /** Name in the config; `synthetic` when left out. */
  readonly name?: string
  /** The preset these numbers came from; recorded, never interpreted. */
  readonly preset?: string
}

type Output = { readonly synthesizer: Synthesizer; readonly hash: Hash; readonly buffers: [Buffer, Buffer] }

/**
 * Writes random DNA as FASTA: `file_001.fa` …, 60 bases a line, ids `synthetic_000000` …, and `metadata.json` beside
 * them. Same parameters, same bytes on every machine; the bytes of all files in order do not depend on their number.
 *
 * @throws UserError when the numbers make no dataset
 */
export async function writeSyntheticFasta(spec: SyntheticSpec): Promise<PreparedDataset> {
  refuseImpossible(spec)
  const directory = resolve(spec.directory)
  await mkdir(directory, { recursive: true })
  const synthesizer = createSynthesizer(spec, spec.seed)
  const size = Math.max(bufferBytes, synthesizer.maxRecordBytes)
  const buffers: Output['buffers'] = [Buffer.allocUnsafe(size), Buffer.allocUnsafe(size)]
  const output = { synthesizer, hash: createHash('sha256'), buffers }
  const files = []
  for (let index = 0; index < spec.files; index += 1) files.push(await writeFasta(directory, index, spec, output))
  const metadata = describe(spec, files, output)
  await writeMetadata(directory, metadata)
  return datasetOf(directory, metadata)
}

/** All parameters that a synthetic dataset depends on. */
export function syntheticParameters(spec: Omit<SyntheticSpec, 'directory'>): Record<string, string | number> {
  const { preset, sequences, minLength, maxLength, gc, seed, files } = spec
  const numbers = { sequences, minLength, maxLength, gc, seed, files, generator: generatorVersion }
  return preset === undefined ? numbers : { preset, ...numbers }
}

/** The dataset that lies in a directory. */
export function datasetOf(directory: string, metadata: DatasetMetadata): PreparedDataset {
  const { name, sha256, sequences, bytes, parameters } = metadata
  return {
    identity: { name, kind: 'synthetic', sha256, sequences, bytes, parameters },
    files: metadata.files.map((file) => join(directory, file.name)),
  }
}

function refuseImpossible({ sequences, files, minLength, maxLength, gc, seed }: SyntheticSpec): void {
  const hasLengths = isWhole(minLength, 1, maxLength) && isWhole(maxLength, minLength, 2 ** 21 - 1)
  const checks: readonly [isGood: boolean, problem: string][] = [
    [isWhole(sequences, 1, Number.MAX_SAFE_INTEGER), `sequences is ${sequences}, not a whole number above 0`],
    [isWhole(files, 1, 1000), `files is ${files}, not a whole number from 1 to 1000`],
    [files <= sequences, `${sequences} sequences cannot be spread over ${files} files`],
    [hasLengths, `lengths from ${minLength} to ${maxLength} are not an ascending range below 2097152`],
    [gc > 0 && gc < 1, `gc is ${gc}, not between 0 and 1`],
    [isWhole(seed, 0, 2 ** 32 - 1), `seed is ${seed}, not a whole number from 0 to 4294967295`],
  ]
  const problems = checks.filter(([isGood]) => !isGood).map(([, problem]) => problem)
  if (problems.length === 0) return
  throw new UserError(`The synthetic dataset cannot be made: ${problems.join('; ')}`, 'Correct these values')
}

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= min && value <= max
}

async function writeFasta(directory: string, index: number, spec: SyntheticSpec, output: Output) {
  const name = `file_${String(index + 1).padStart(3, '0')}.fa`
  const sequences =
    Math.floor(((index + 1) * spec.sequences) / spec.files) - Math.floor((index * spec.sequences) / spec.files)
  await using handle = await open(join(directory, name), 'w')
  return { name, sequences, bytes: await writeRecords(handle, sequences, output) }
}

/** Fills one buffer while the other is being written. */
async function writeRecords(handle: FileHandle, count: number, output: Output): Promise<number> {
  let [filling, writing] = output.buffers
  let written = Promise.resolve()
  let bytes = 0
  for (let left = count; left > 0;) {
    const block = fillBlock(filling, left, output.synthesizer)
    left -= block.records
    bytes += block.bytes.length
    output.hash.update(block.bytes)
    await written
    written = handle.writeFile(block.bytes)
    ;[filling, writing] = [writing, filling]
  }
  await written
  return bytes
}

function fillBlock(buffer: Buffer, limit: number, synthesizer: Synthesizer): { bytes: Buffer; records: number } {
  let records = 0
  let filled = 0
  while (records < limit && filled + synthesizer.maxRecordBytes <= buffer.length) {
    filled = synthesizer.writeRecord(buffer, filled)
    records += 1
  }
  return { bytes: buffer.subarray(0, filled), records }
}

function describe(spec: SyntheticSpec, files: DatasetMetadata['files'], output: Output): DatasetMetadata {
  const { sequences, bases, gcBases } = output.synthesizer.totals()
  return {
    schemaVersion: 1,
    name: spec.name ?? 'synthetic',
    parameters: syntheticParameters(spec),
    sequences,
    bases,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    gc: gcBases / bases,
    sha256: output.hash.digest('hex'),
    files,
  }
}

import { createHash, type Hash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { PreparedDataset } from '../domain/core/dataset.ts'
import {
  buildCommonChecks,
  formatDatasetFileName,
  isIntegerInRange,
  refuseFailed,
  splitEvenly,
  type Check,
} from './dataset-files.ts'
import {
  toPreparedDataset,
  metadataFile,
  writeMetadata,
  type DatasetMetadata,
  type SyntheticMetadata,
} from './dataset-metadata.ts'
import { fillDirectory } from './fill-directory.ts'
import { createSynthesizer, type SequenceShape, type Synthesizer } from './synthesizer.ts'

/** Increment this when the same parameters give other bytes. */
const generatorVersion = 1

const bufferBytes = 1 << 20

/** A synthetic dataset to write. */
export type SyntheticSpec = SequenceShape & {
  readonly sequences: number
  /** 0 to 2³² − 1. */
  readonly seed: number
  /** Number of files that share the sequences, in order. */
  readonly files: number
  /** Created when missing; files of the same names are replaced. */
  readonly directory: string
  /** Name in the config; `synthetic` when left out. */
  readonly name?: string
  /** Preset of these numbers; recorded, never interpreted. */
  readonly preset?: string
}

type Output = { readonly synthesizer: Synthesizer; readonly hash: Hash; readonly buffers: [Buffer, Buffer] }

/**
 * Writes random DNA as FASTA: `file_001.fa` …, 60 bases per line, ids `synthetic_000000` …, and `metadata.json`. The
 * same parameters give the same bytes on every machine; the concatenated bytes do not depend on the number of files.
 *
 * @throws UserError for invalid parameters
 */
export async function writeSyntheticFasta(spec: SyntheticSpec): Promise<PreparedDataset> {
  refuseImpossible(spec)
  const metadata = await fillDirectory(spec.directory, metadataFile, async (directory) => {
    const synthesizer = createSynthesizer(spec, spec.seed)
    const size = Math.max(bufferBytes, synthesizer.maxRecordBytes)
    const buffers: Output['buffers'] = [Buffer.allocUnsafe(size), Buffer.allocUnsafe(size)]
    const output = { synthesizer, hash: createHash('sha256'), buffers }
    const files = []
    for (const [index, sequences] of splitEvenly(spec.files, spec.sequences).entries()) {
      const name = formatDatasetFileName(index)
      files.push({ name, sequences, bytes: await writeFasta(join(directory, name), sequences, output) })
    }
    const described = describe(spec, files, output)
    await writeMetadata(directory, described)
    return described
  })
  return toPreparedDataset(spec.directory, metadata)
}

/** Lists all parameters of a synthetic dataset. */
export function listSyntheticParameters(spec: Omit<SyntheticSpec, 'directory'>): Record<string, string | number> {
  const { preset, sequences, minLength, maxLength, gc, seed, files, openFrames } = spec
  const frames = openFrames && { orfShare: openFrames.share, orfLength: openFrames.length ?? 'sequence' }
  const numbers = { sequences, minLength, maxLength, gc, ...frames, seed, files, generator: generatorVersion }
  return preset === undefined ? numbers : { preset, ...numbers }
}

function refuseImpossible(spec: SyntheticSpec): void {
  const { minLength, maxLength, gc, openFrames } = spec
  const hasLengths = isIntegerInRange(minLength, 1, maxLength) && isIntegerInRange(maxLength, minLength, 2 ** 21 - 1)
  const checks: Check[] = [
    ...buildCommonChecks(spec),
    [hasLengths, `lengths from ${minLength} to ${maxLength} are not an ascending range below 2097152`],
    [gc > 0 && gc < 1, `gc is ${gc}, not between 0 and 1`],
    [(openFrames?.length ?? 3) >= 3, `a reading frame of ${openFrames?.length} bases has no codon`],
  ]
  refuseFailed(spec.name === undefined ? 'dataset' : `dataset ${spec.name}`, checks)
}

async function writeFasta(path: string, sequences: number, output: Output): Promise<number> {
  await using handle = await open(path, 'w')
  return await writeRecords(handle, sequences, output)
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

function describe(spec: SyntheticSpec, files: DatasetMetadata['files'], output: Output): SyntheticMetadata {
  const { sequences, bases, gcBases } = output.synthesizer.getTotals()
  return {
    schemaVersion: 1,
    kind: 'synthetic',
    name: spec.name ?? 'synthetic',
    parameters: listSyntheticParameters(spec),
    sequences,
    bases,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    gc: gcBases / bases,
    sha256: output.hash.digest('hex'),
    files,
  }
}

import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { sumValues } from '../../domain/core/statistics.ts'
import { refuseImpossible, splitFiles, writeMetadata, type SyntheticMetadata } from './fasta-directory.ts'
import { Synthesizer, type SequenceShape } from './synthesizer.ts'

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
  /** Name in the config; `synthetic` when left out. */
  readonly name?: string
  /** Preset of these numbers; recorded, never interpreted. */
  readonly preset?: string
}

/**
 * Writes random DNA as FASTA: `file_001.fa` …, 60 bases per line, ids `synthetic_000000` …, and `metadata.json`. The
 * same parameters give the same bytes on every machine; the concatenated bytes do not depend on the number of files.
 *
 * @throws UserError for invalid parameters
 */
export async function writeSynthetic(directory: string, spec: SyntheticSpec): Promise<SyntheticMetadata> {
  const { minLength, maxLength, openFrames } = spec
  refuseImpossible(
    spec,
    minLength > maxLength && `lengths from ${minLength} to ${maxLength} are not an ascending range below 2097152`,
    (openFrames?.length ?? 3) < 3 && `a reading frame of ${openFrames?.length} bases has no codon`,
  )
  const synthesizer = new Synthesizer(spec, spec.seed)
  const size = Math.max(bufferBytes, synthesizer.maxRecordBytes)
  // One buffer is filled while the other is being written.
  let [filling, writing] = [Buffer.allocUnsafe(size), Buffer.allocUnsafe(size)]
  const hash = createHash('sha256')
  const files = splitFiles(spec.files, spec.sequences)
  for (const file of files) {
    await using handle = await open(join(directory, file.name), 'w')
    let written = Promise.resolve()
    for (let left = file.sequences; left > 0;) {
      let filled = 0
      for (; left > 0 && filled + synthesizer.maxRecordBytes <= size; left -= 1)
        filled = synthesizer.writeRecord(filling, filled)
      const block = filling.subarray(0, filled)
      file.bytes += filled
      hash.update(block)
      await written
      written = handle.writeFile(block)
      ;[filling, writing] = [writing, filling]
    }
    await written
  }
  const { sequences, bases, gcBases } = synthesizer.totals
  const metadata: SyntheticMetadata = {
    schemaVersion: 1,
    kind: 'synthetic',
    name: spec.name ?? 'synthetic',
    parameters: listSyntheticParameters(spec),
    sequences,
    bases,
    bytes: sumValues(files.map(({ bytes }) => bytes)),
    gc: gcBases / bases,
    sha256: hash.digest('hex'),
    files,
  }
  await writeMetadata(directory, metadata)
  return metadata
}

/** Lists all parameters of a synthetic dataset. */
export function listSyntheticParameters(spec: SyntheticSpec): Record<string, string | number> {
  const { preset, sequences, minLength, maxLength, gc, seed, files, openFrames } = spec
  const frames = openFrames && { orfShare: openFrames.share, orfLength: openFrames.length ?? 'sequence' }
  const numbers = { sequences, minLength, maxLength, gc, ...frames, seed, files, generator: generatorVersion }
  return preset === undefined ? numbers : { preset, ...numbers }
}

import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fillDirectory } from '../../datasets/dataset-cache.ts'
import { hashFiles } from '../../datasets/file-hash.ts'
import type { PreparedDataset } from '../../domain/core/dataset.ts'
import { attempt, UserError } from '../../domain/core/errors.ts'

const common = {
  schemaVersion: z.literal(1),
  name: z.string(),
  /** All parameters that determine the bytes. */
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  sequences: z.int(),
  /** Number of bases or residues. */
  bases: z.int(),
  bytes: z.int(),
  /** SHA-256 of the concatenated files, in order. */
  sha256: z.string(),
  /** Names are strict, because they become part of a path. */
  files: z
    .array(z.object({ name: z.string().regex(/^file_\d{3,4}\.fa$/), sequences: z.int(), bytes: z.int() }))
    .min(1)
    .readonly(),
}

/** Content of `metadata.json` next to a dataset that warpgauge wrote. */
const metadataSchema = z.discriminatedUnion('kind', [
  // `gc` is the actual share of G and C.
  z.object({ ...common, kind: z.literal('synthetic'), gc: z.number() }),
  z.object({
    ...common,
    kind: z.literal('sample'),
    source: z.object({
      /** File name without directory. */
      file: z.string(),
      /** SHA-256 of the file as stored. */
      sha256: z.string(),
      bytes: z.int(),
      sequences: z.int(),
      bases: z.int(),
      /** Records whose header is a bare `>`. */
      nameless: z.int(),
    }),
    lengths: z.object({
      /** Kolmogorov-Smirnov statistic of the two length distributions. */
      largestDifference: z.number(),
      quantiles: z.array(z.object({ share: z.number(), source: z.int(), sample: z.int() })),
    }),
    strata: z.array(z.object({ minLength: z.int(), maxLength: z.int(), source: z.int(), sample: z.int() })),
  }),
])

type FastaMetadata = z.infer<typeof metadataSchema>
/** The `metadata.json` of a synthetic dataset, and of a sample. */
export type SyntheticMetadata = Extract<FastaMetadata, { kind: 'synthetic' }>
export type SampleMetadata = Extract<FastaMetadata, { kind: 'sample' }>

const metadataFile = 'metadata.json'

/** Writes the metadata file of a dataset directory. */
export async function writeMetadata(directory: string, metadata: FastaMetadata): Promise<void> {
  await writeFile(join(directory, metadataFile), `${JSON.stringify(metadata, null, 2)}\n`)
}

/** Writes a dataset into a directory of the user; its files replace those of the same names. */
export async function writeDirectory<Metadata extends FastaMetadata>(
  directory: string,
  write: (directory: string) => Promise<Metadata>,
) {
  const metadata = await fillDirectory(directory, metadataFile, write)
  return { metadata, dataset: toPreparedDataset(directory, metadata) }
}

/** Reads a dataset from its directory; null unless it is complete, unchanged, and made with these parameters. */
export async function readDirectory(
  directory: string,
  name: string,
  parameters: FastaMetadata['parameters'],
): Promise<PreparedDataset | null> {
  const text = await readFile(join(directory, metadataFile), 'utf8').catch(() => '')
  const metadata = metadataSchema.safeParse(attempt(() => JSON.parse(text) as unknown)).data
  if (!metadata || JSON.stringify(metadata.parameters) !== JSON.stringify(parameters)) return null
  const dataset = toPreparedDataset(directory, { ...metadata, name })
  const found = await Promise.all(dataset.files.map((file) => stat(file).catch(() => null)))
  if (!metadata.files.every(({ bytes }, index) => found[index]?.isFile() && found[index].size === bytes)) return null
  return (await hashFiles(dataset.files)) === metadata.sha256 ? dataset : null
}

/** Returns the dataset of a directory. A sample of real sequences has the kind `real`, and its shortest and longest. */
export function toPreparedDataset(directory: string, metadata: FastaMetadata): PreparedDataset {
  const { name, sha256, sequences, bytes, parameters } = metadata
  const isSample = metadata.kind === 'sample'
  const ends = isSample ? [metadata.lengths.quantiles.at(0), metadata.lengths.quantiles.at(-1)] : []
  const [min, max] = ends.map((end) => end?.sample)
  const lengths = min === undefined || max === undefined ? {} : { lengths: [min, max] as [number, number] }
  return {
    identity: { name, kind: isSample ? 'real' : 'synthetic', sha256, sequences, ...lengths, bytes, parameters },
    files: metadata.files.map((file) => join(directory, file.name)),
  }
}

/** Splits sequences over `file_001.fa` … as evenly as possible. */
export function splitFiles(files: number, sequences: number): { name: string; sequences: number; bytes: number }[] {
  const countBefore = (index: number): number => Math.floor((index * sequences) / files)
  return Array.from({ length: files }, (_, index) => {
    const name = `file_${String(index + 1).padStart(3, '0')}.fa`
    return { name, sequences: countBefore(index + 1) - countBefore(index), bytes: 0 }
  })
}

/** @throws UserError that names every problem of a dataset, such as more files than sequences */
export function refuseImpossible(
  { name, sequences, files }: { readonly name?: string; readonly sequences: number; readonly files: number },
  ...problems: readonly (string | false)[]
): void {
  const tooMany = files > sequences && `${sequences} sequences cannot be split over ${files} files`
  const found = [tooMany, ...problems].filter((problem) => problem !== false)
  if (found.length === 0) return
  const what = name === undefined ? 'dataset' : `dataset ${name}`
  throw new UserError(`The ${what} cannot be created: ${found.join('; ')}`, 'Correct these values')
}

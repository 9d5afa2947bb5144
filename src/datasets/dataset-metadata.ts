import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PreparedDataset } from '../domain/core/dataset.ts'
import type { LengthStratum } from './length-strata.ts'

/** Content of `metadata.json` next to a dataset that warpgauge wrote. */
export type DatasetMetadata = SyntheticMetadata | SampleMetadata

type CommonMetadata = {
  readonly schemaVersion: 1
  readonly name: string
  /** All parameters that determine the bytes. */
  readonly parameters: Readonly<Record<string, string | number>>
  readonly sequences: number
  /** Number of bases or residues. */
  readonly bases: number
  readonly bytes: number
  /** SHA-256 of the concatenated files, in order. */
  readonly sha256: string
  readonly files: readonly { readonly name: string; readonly sequences: number; readonly bytes: number }[]
}

/** Metadata of a synthetic dataset. */
export type SyntheticMetadata = CommonMetadata & {
  readonly kind: 'synthetic'
  /** Actual share of G and C. */
  readonly gc: number
}

/** Metadata of a sample of a real file. */
export type SampleMetadata = CommonMetadata & {
  readonly kind: 'sample'
  readonly source: {
    /** File name without directory. */
    readonly file: string
    /** SHA-256 of the file as stored. */
    readonly sha256: string
    readonly bytes: number
    readonly sequences: number
    readonly bases: number
    /** Records whose header is a bare `>`. */
    readonly nameless: number
  }
  readonly lengths: {
    /** Kolmogorov-Smirnov statistic of the two length distributions. */
    readonly largestDifference: number
    readonly quantiles: readonly { readonly share: number; readonly source: number; readonly sample: number }[]
  }
  readonly strata: readonly LengthStratum[]
}

/** Name of the metadata file in a dataset directory. */
export const metadataFile = 'metadata.json'

/** Writes the metadata file of a dataset directory. */
export async function writeMetadata(directory: string, metadata: DatasetMetadata): Promise<void> {
  await writeFile(join(directory, metadataFile), `${JSON.stringify(metadata, null, 2)}\n`)
}

/** Reads the metadata of a directory; null when it is missing or invalid. */
export async function readMetadata(directory: string): Promise<DatasetMetadata | null> {
  const text = await readFile(join(directory, metadataFile), 'utf8').catch(() => null)
  return text === null ? null : parseMetadata(text)
}

/** Whether every file has the recorded size. */
export async function hasRecordedSizes(directory: string, metadata: DatasetMetadata): Promise<boolean> {
  const sizes = await Promise.all(metadata.files.map(({ name }) => readSize(join(directory, name))))
  return metadata.files.every((file, index) => file.bytes === sizes[index])
}

/** Returns the dataset of a directory. A sample of real sequences has the kind `real`. */
export function toPreparedDataset(directory: string, metadata: DatasetMetadata): PreparedDataset {
  const { name, sha256, sequences, bytes, parameters } = metadata
  const kind = metadata.kind === 'sample' ? 'real' : 'synthetic'
  return {
    identity: { name, kind, sha256, sequences, ...readLengths(metadata), bytes, parameters },
    files: metadata.files.map((file) => join(directory, file.name)),
  }
}

/** Shortest and longest sequence of a sample; synthetic sequences have theirs in the parameters. */
function readLengths(metadata: DatasetMetadata): { readonly lengths?: [number, number] } {
  const ends = metadata.kind === 'sample' ? [metadata.lengths.quantiles.at(0), metadata.lengths.quantiles.at(-1)] : []
  const [min, max] = ends.map((end) => end?.sample)
  return min === undefined || max === undefined ? {} : { lengths: [min, max] }
}

function parseMetadata(text: string): DatasetMetadata | null {
  try {
    const value: unknown = JSON.parse(text)
    return isMetadata(value) ? value : null
  } catch {
    return null
  }
}

function isMetadata(value: unknown): value is DatasetMetadata {
  if (typeof value !== 'object' || value === null) return false
  const { schemaVersion, kind, name, sequences, bytes, sha256, files, parameters } = value as Partial<DatasetMetadata>
  const isKnown = schemaVersion === 1 && (kind === 'synthetic' || kind === 'sample')
  const hasNumbers = Number.isSafeInteger(sequences) && Number.isSafeInteger(bytes)
  const hasTexts = typeof name === 'string' && typeof sha256 === 'string' && typeof parameters === 'object'
  return isKnown && hasNumbers && hasTexts && areFileEntries(files)
}

/** Validates names strictly, because they become part of a path. */
function areFileEntries(files: unknown): boolean {
  return Array.isArray(files) && files.length > 0 && files.every(isFileEntry)
}

function isFileEntry(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { name, bytes } = value as { name?: unknown; bytes?: unknown }
  return typeof name === 'string' && /^file_\d{3,4}\.fa$/.test(name) && Number.isSafeInteger(bytes)
}

async function readSize(path: string): Promise<number | null> {
  const status = await stat(path).catch(() => null)
  return status?.isFile() ? status.size : null
}

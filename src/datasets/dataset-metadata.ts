import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What stands in `metadata.json` beside a synthetic dataset. */
export type DatasetMetadata = {
  readonly schemaVersion: 1
  readonly name: string
  /** Everything the bytes depend on. */
  readonly parameters: Readonly<Record<string, string | number>>
  readonly sequences: number
  readonly bases: number
  readonly bytes: number
  /** Share of G and C that was reached. */
  readonly gc: number
  /** SHA-256 over the bytes of all files in order. */
  readonly sha256: string
  readonly files: readonly { readonly name: string; readonly sequences: number; readonly bytes: number }[]
}

const metadataFile = 'metadata.json'

export async function writeMetadata(directory: string, metadata: DatasetMetadata): Promise<void> {
  await writeFile(join(directory, metadataFile), `${JSON.stringify(metadata, null, 2)}\n`)
}

/** The metadata of a directory; null when there is none, or none that can be read. */
export async function readMetadata(directory: string): Promise<DatasetMetadata | null> {
  const text = await readFile(join(directory, metadataFile), 'utf8').catch(() => null)
  return text === null ? null : parseMetadata(text)
}

/** True when every file has the size that the metadata gives it. */
export async function hasRecordedSizes(directory: string, metadata: DatasetMetadata): Promise<boolean> {
  const sizes = await Promise.all(metadata.files.map(({ name }) => sizeOf(join(directory, name))))
  return metadata.files.every((file, index) => file.bytes === sizes[index])
}

function parseMetadata(text: string): DatasetMetadata | null {
  try {
    const value: unknown = JSON.parse(text)
    return isMetadata(value) ? value : null
  } catch {
    return null
  }
}

/** File names are checked strictly: they are joined to a path. */
function isMetadata(value: unknown): value is DatasetMetadata {
  if (typeof value !== 'object' || value === null) return false
  const { schemaVersion, name, sequences, bytes, sha256, files, parameters } = value as Partial<DatasetMetadata>
  const hasNumbers = schemaVersion === 1 && Number.isSafeInteger(sequences) && Number.isSafeInteger(bytes)
  const hasTexts = typeof name === 'string' && typeof sha256 === 'string' && typeof parameters === 'object'
  return hasNumbers && hasTexts && Array.isArray(files) && files.length > 0 && files.every(isFileEntry)
}

function isFileEntry(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { name, bytes } = value as { name?: unknown; bytes?: unknown }
  return typeof name === 'string' && /^file_\d{3,4}\.fa$/.test(name) && Number.isSafeInteger(bytes)
}

async function sizeOf(path: string): Promise<number | null> {
  const status = await stat(path).catch(() => null)
  return status?.isFile() ? status.size : null
}

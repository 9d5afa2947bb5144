import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { PreparedDataset } from '../domain/core/dataset.ts'
import { toPreparedDataset, hasRecordedSizes, readMetadata, type DatasetMetadata } from './dataset-metadata.ts'
import { hashFiles } from './file-hash.ts'

/** Name and parameters of a requested dataset. */
export type DatasetRequest = { readonly name: string; readonly parameters: DatasetMetadata['parameters'] }

/** Cache directories: `readable` in search order, and `own` for writing. */
export type DatasetCaches = { readonly own: string; readonly readable: readonly string[] }

/** Reads the entry from the first cache that contains it. */
export async function readFirst(
  { readable }: DatasetCaches,
  entry: string,
  request: DatasetRequest,
): Promise<PreparedDataset | null> {
  for (const cache of readable) {
    const cached = await readCached(join(cache, entry), request)
    if (cached) return cached
  }
  return null
}

/** Reads a cached dataset; null unless its SHA-256 is unchanged. */
async function readCached(directory: string, request: DatasetRequest): Promise<PreparedDataset | null> {
  const metadata = await readMetadata(directory)
  if (!metadata || JSON.stringify(metadata.parameters) !== JSON.stringify(request.parameters)) return null
  if (!(await hasRecordedSizes(directory, metadata))) return null
  const dataset = toPreparedDataset(directory, { ...metadata, name: request.name })
  return (await hashFiles(dataset.files)) === metadata.sha256 ? dataset : null
}

/**
 * Creates a dataset in a draft directory and moves it to its final directory when complete, so that a killed run leaves
 * no partial dataset. `chooseDirectory` may derive the final directory from the dataset.
 */
export async function makeCached(
  cache: string,
  make: (draft: string) => Promise<PreparedDataset>,
  placeOf: (made: PreparedDataset) => string,
  read: (directory: string, request: DatasetRequest) => Promise<PreparedDataset | null> = readCached,
): Promise<PreparedDataset> {
  const draft = join(cache, `${randomUUID()}.draft`)
  await removeAbandoned(cache)
  try {
    await mkdir(draft, { recursive: true })
    const made = await make(draft)
    const directory = placeOf(made)
    while (!(await isMoved(draft, directory))) {
      const { name, parameters } = made.identity
      const cached = await read(directory, { name, parameters })
      if (cached) return cached
      await rm(directory, { recursive: true, force: true })
    }
    return moveDataset(made, draft, directory)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

function moveDataset(made: PreparedDataset, from: string, to: string): PreparedDataset {
  const { identity, files, paths, names } = made
  const move = (path: string): string => join(to, relative(from, path))
  return { identity, files: files.map(move), ...(paths && { paths: paths.map(move) }), ...(names && { names }) }
}

/** Drafts older than this belong to killed runs and would fill the disk. */
const abandonedMs = 24 * 3_600_000

/** Removes the drafts of killed runs from a directory: those whose name begins with `start`. */
export async function removeAbandoned(directory: string, start = ''): Promise<void> {
  const names = await readdir(directory).catch(() => [])
  for (const name of names.filter((entry) => entry.startsWith(start) && entry.endsWith('.draft'))) {
    const found = await stat(join(directory, name)).catch(() => null)
    if (found && Date.now() - found.mtimeMs > abandonedMs)
      await rm(join(directory, name), { recursive: true, force: true }).catch(() => {})
  }
}

/** Returns false when the target exists: another process was faster, or the entry is damaged. */
async function isMoved(draft: string, directory: string): Promise<boolean> {
  try {
    await rename(draft, directory)
    return true
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR') return false
    throw cause
  }
}

import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import type { DatasetConfig } from '../config/schema.ts'
import type { PreparedDataset } from '../domain/dataset.ts'
import { UserError } from '../domain/errors.ts'
import { hasRecordedSizes, readMetadata } from './dataset-metadata.ts'
import { hashFiles } from './file-hash.ts'
import { presets, type SyntheticConfig } from './presets.ts'
import { readFastaDataset } from './read-fasta-dataset.ts'
import { datasetOf, syntheticParameters, writeSyntheticFasta, type SyntheticSpec } from './write-synthetic-fasta.ts'

export type DatasetPlaces = {
  /** Synthetic datasets are kept here by their parameters. */
  readonly cacheDirectory: string
  /** Relative paths of real datasets start here and may not leave it. */
  readonly workspace: string
}

/**
 * Makes a dataset of the config ready to be given to a command: synthesizes it once, or reads the file it names.
 *
 * @throws UserError when it cannot be made or its file is not what the config says
 */
export async function prepareDataset(
  name: string,
  config: DatasetConfig,
  places: DatasetPlaces,
): Promise<PreparedDataset> {
  if ('preset' in config) return prepareSynthetic(specOf(name, config), places.cacheDirectory)
  const path = resolvePath(name, config.path, places.workspace)
  return readFastaDataset(config.sha256 === undefined ? { name, path } : { name, path, sha256: config.sha256 })
}

/** The numbers behind a preset of the config. */
function specOf(name: string, config: SyntheticConfig): Omit<SyntheticSpec, 'directory'> {
  const { preset, seed, files, gc } = config
  const { minLength, maxLength, sequences } = presets[preset]
  return { name, preset, sequences: config.sequences ?? sequences, minLength, maxLength, gc, seed, files }
}

function resolvePath(name: string, path: string, workspace: string): string {
  if (isAbsolute(path)) return path
  const resolved = resolve(workspace, path)
  const inside = relative(resolve(workspace), resolved)
  if (inside !== '..' && !inside.startsWith('../')) return resolved
  throw new UserError(
    `datasets.${name}.path: ${JSON.stringify(path)} leaves the workspace`,
    'Give a path inside the repository, or an absolute path on the runner',
  )
}

async function prepareSynthetic(spec: Omit<SyntheticSpec, 'directory'>, cache: string): Promise<PreparedDataset> {
  const directory = resolve(cache, `${spec.preset}-${cacheKey(spec)}`)
  return (await readCached(directory, spec)) ?? (await synthesizeInto(directory, spec))
}

function cacheKey(spec: Omit<SyntheticSpec, 'directory'>): string {
  const text = JSON.stringify(syntheticParameters(spec))
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** The cached dataset, when all its bytes are still those that were written; null otherwise. */
async function readCached(directory: string, spec: Omit<SyntheticSpec, 'directory'>): Promise<PreparedDataset | null> {
  const metadata = await readMetadata(directory)
  if (!metadata || JSON.stringify(metadata.parameters) !== JSON.stringify(syntheticParameters(spec))) return null
  if (!(await hasRecordedSizes(directory, metadata))) return null
  const dataset = datasetOf(directory, { ...metadata, name: spec.name ?? metadata.name })
  return (await hashFiles(dataset.files)) === metadata.sha256 ? dataset : null
}

/** Written beside its place and renamed when complete, so that a killed run leaves nothing that looks finished. */
async function synthesizeInto(directory: string, spec: Omit<SyntheticSpec, 'directory'>): Promise<PreparedDataset> {
  const draft = `${directory}.${randomUUID()}.draft`
  try {
    await mkdir(draft, { recursive: true })
    const { identity, files } = await writeSyntheticFasta({ ...spec, directory: draft })
    if (await isMoved(draft, directory)) {
      return { identity, files: files.map((file) => join(directory, relative(draft, file))) }
    }
    return (await readCached(directory, spec)) ?? (await replaceDamaged(directory, spec))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** False when something is already there: another process was faster, or the entry is damaged. */
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

async function replaceDamaged(directory: string, spec: Omit<SyntheticSpec, 'directory'>): Promise<PreparedDataset> {
  await rm(directory, { recursive: true, force: true })
  return synthesizeInto(directory, spec)
}
